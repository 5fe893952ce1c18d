-- What the running shop may do in its database. The owner says it again after the migrations of every start, so that a
-- new table is never forgotten, and a restored database serves as the one it was taken from.
-- Where the owner may not make roles, and nobody has made this one, the shop serves as the owner; the README says so.
do $$
begin
  if to_regrole('motohaat_app') is null then
    begin
      create role motohaat_app nologin;
    exception when insufficient_privilege then
      raise notice 'the role motohaat_app cannot be made by %', current_user;
      return;
    end;
  end if;
  -- An owner who serves by its own login steps down to this role. A superuser may do so anyway; whoever made the role may
  -- hand it out, but does not have it by that alone.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    begin
      execute format('grant motohaat_app to %I', current_user);
    exception when insufficient_privilege then
      raise notice 'the role motohaat_app cannot be taken by %', current_user;
    end;
  end if;

  revoke create on schema public from public;
  grant usage on schema public to motohaat_app;
  grant select, insert, update, delete on all tables in schema public to motohaat_app;
  grant usage on all sequences in schema public to motohaat_app;

  -- Who was a member, what was offered, wanted and paid stays, whatever a program does wrong.
  revoke delete on members, categories, bikes, bookings, payments from motohaat_app;
  revoke insert, update, delete on migrations from motohaat_app;
  -- The trail is written by triggers alone, with the owner's rights. A database of an older shape has none yet.
  if to_regclass('audit') is not null then
    revoke insert, update, delete on audit from motohaat_app;
    revoke usage on sequence audit_id_seq from motohaat_app;
  end if;
end $$;
