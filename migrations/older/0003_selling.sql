-- Sellers sell, and the admin runs the shop: lists of members, removing one of them, messages that are dealt with.

-- ---------- the admin's lists ----------

drop index members_by_role;
create index members_here_by_role on members (role, id desc) where removed_at is null;

-- How many of each role are here: counting ten thousand rows would take longer than reading the page that says so.
create table member_counts (
  role text primary key check (role in ('Buyer', 'Seller', 'Admin')),
  here int not null check (here >= 0)
);
insert into member_counts (role, here)
  select known.role, count(members.id)
  from unnest(array['Buyer', 'Seller', 'Admin']) as known (role)
  left join members on members.role = known.role and removed_at is null
  group by known.role;

create function count_joined() returns trigger language plpgsql as $$
begin
  update member_counts set here = here + change.number
  from (select role, count(*) as number from joined where removed_at is null group by role) as change
  where member_counts.role = change.role;
  return null;
end $$;
create function count_left() returns trigger language plpgsql as $$
begin
  update member_counts set here = here - change.number
  from (select role, count(*) as number from gone where removed_at is null group by role) as change
  where member_counts.role = change.role;
  return null;
end $$;
-- A change that removes nobody and brings nobody back takes no lock on the counts.
create function count_changed() returns trigger language plpgsql as $$
begin
  update member_counts set here = here + change.number
  from (
    select role, sum(number) as number
    from (
      select role, 1 as number from after_it where removed_at is null
      union all select role, -1 from before_it where removed_at is null
    ) as each
    group by role having sum(number) <> 0
  ) as change
  where member_counts.role = change.role;
  return null;
end $$;
create trigger count_joined after insert on members
  referencing new table as joined for each statement execute function count_joined();
create trigger count_left after delete on members
  referencing old table as gone for each statement execute function count_left();
create trigger count_changed after update on members
  referencing old table as before_it new table as after_it for each statement execute function count_changed();

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
