-- Sellers sell, and the admin runs the shop: lists of members, removing one of them, messages that are dealt with.

-- ---------- the admin's lists ----------

drop index members_by_role;
create index members_here_by_role on members (role, id desc) where removed_at is null;

-- ---------- a seller's name on a bike ----------

-- A name as it sounds when it is said: neither case nor spaces nor dots tell two sellers apart.
create function spoken_name(name text) returns text language sql immutable parallel safe
  return lower(regexp_replace(normalize(name, NFKC), '[\s.,_''’-]+', '', 'g'));
create index names_to_trust on members (spoken_name(name)) where role <> 'Buyer' and removed_at is null;

-- ---------- removing a member ----------

-- Who was removed offers, wants and pays for nothing any more. The lock makes a call that is under way and a removal
-- take turns: either the removal finds the new row, or the call finds that the member is gone.
create function member_is_here() returns trigger language plpgsql as $$
declare
  who uuid;
begin
  if tg_table_name = 'bikes' then who := new.seller_id; else who := new.buyer_id; end if;
  perform from members where id = who and removed_at is null for share;
  if not found then
    raise exception 'this member was removed from the shop' using constraint = 'member_is_here';
  end if;
  return new;
end $$;
create trigger member_is_here before insert on bikes for each row execute function member_is_here();
create trigger member_is_here before insert on bookings for each row execute function member_is_here();
create trigger member_is_here before insert on wishes for each row execute function member_is_here();
create trigger member_is_here before insert on payments for each row execute function member_is_here();

alter table payments drop constraint payments_refund_reason_check;
alter table payments add constraint payments_refund_reason_check
  check (refund_reason in ('bike_sold', 'bike_withdrawn', 'hold_released', 'mismatch', 'buyer_removed'));

-- ---------- messages to the shop ----------

alter table contact_messages add column handled_at timestamptz;
