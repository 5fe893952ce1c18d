-- Transfers: after a sale BRTA puts the bike in the buyer's name. The seller reports the sale, the buyer applies and gets a slip.

-- ---------- fees and deadlines, which the admin keeps ----------

create table fees (
  name text primary key check (name in ('notice_days', 'apply_days', 'transfer_fee', 'revenue_stamp', 'affidavit_stamp', 'buyer_photos')),
  unit text not null check (unit in ('taka', 'days', 'pieces')),
  -- Null while nobody has established it.
  amount int check (amount between 0 and 1000000),
  -- When an admin last compared it with its source; null before the first time.
  checked_on date,
  source text not null check (length(source) between 1 and 200),
  changed_at timestamptz,
  constraint deadline_has_days check (unit <> 'days' or coalesce(amount between 1 and 365, false))
);
insert into fees (name, unit, amount, source) values
  ('notice_days', 'days', 30, 'Road Transport Act 2018, section 21'),
  ('apply_days', 'days', 60, 'Road Transport Act 2018, section 21'),
  ('transfer_fee', 'taka', null, 'bsp.brta.gov.bd'),
  ('revenue_stamp', 'taka', 10, 'Guides to the transfer of ownership'),
  ('affidavit_stamp', 'taka', null, 'Guides differ: 300, or two of 150'),
  ('buyer_photos', 'pieces', 3, 'Guides to the transfer of ownership');

-- ---------- transfers ----------

-- Sales from before there were transfers: their people were never asked for anything.
create table sales_before_transfers (deal_id uuid primary key references deals);

create table transfers (
  deal_id uuid primary key references deals,
  -- The handover, or the confirmation of the cash sale; the days are those of Dhaka.
  sold_at timestamptz not null,
  sold_on date not null,
  notice_due_on date not null,
  apply_due_on date not null,
  -- On which day the seller reported the sale to BRTA and the buyer applied, as they say, and when they said it.
  notice_on date,
  notice_said_at timestamptz,
  applied_on date,
  applied_said_at timestamptz,
  -- The number of the acknowledgement slip of BRTA; only the two sides and the admin read it.
  slip text check (slip ~ '^[A-Z0-9][A-Z0-9/-]{3,29}$'),
  done_at timestamptz,
  -- The sale was undone: all money went back to the buyer.
  cancelled_at timestamptz,
  -- How many reminders of each side have passed, and when the next one is due.
  seller_reminders int not null default 0 check (seller_reminders >= 0),
  buyer_reminders int not null default 0 check (buyer_reminders >= 0),
  due_at timestamptz,
  constraint sold_on_is_day_of_dhaka check (sold_on = (sold_at at time zone 'Asia/Dhaka')::date),
  constraint due_after_sale check (notice_due_on > sold_on and apply_due_on > sold_on),
  constraint notice_is_whole check ((notice_on is null) = (notice_said_at is null)),
  constraint notice_in_time check (notice_on between sold_on and (notice_said_at at time zone 'Asia/Dhaka')::date),
  constraint application_is_whole check ((applied_on is null) = (applied_said_at is null)),
  constraint applied_in_time check (applied_on between sold_on and (applied_said_at at time zone 'Asia/Dhaka')::date),
  constraint done_has_application check (done_at is null or applied_on is not null),
  constraint slip_is_done check (slip is null or done_at is not null),
  constraint done_or_cancelled check (done_at is null or cancelled_at is null),
  constraint ended_has_no_reminder check (due_at is null or (done_at is null and cancelled_at is null))
);
create index transfers_due on transfers (due_at) where due_at is not null;

-- What each side enters for the papers: the ticks of its checklist, and its name and address on the receipt.
create table transfer_sides (
  deal_id uuid not null references transfers,
  side text not null check (side in ('buyer', 'seller')),
  ticks text[] not null default '{}' check (cardinality(ticks) <= 60),
  name text check (length(name) between 1 and 80),
  -- A numbered house has fewer digits than a telephone or NID number.
  address text check (length(address) between 1 and 200),
  primary key (deal_id, side),
  constraint details_are_whole check ((name is null) = (address is null))
);
create index transfer_details on transfer_sides (deal_id) where name is not null;

-- Each opening of a sale receipt. Append-only.
create table receipt_openings (
  id uuid primary key,
  deal_id uuid not null references transfers,
  member_id uuid not null references members,
  opened_at timestamptz not null
);
create index receipt_openings_of_deal on receipt_openings (deal_id, id);
create index receipt_openings_by_member on receipt_openings (member_id, id desc);
create function reject_opening_change() returns trigger language plpgsql as $$
begin
  raise exception 'the openings of a receipt are append-only' using constraint = 'receipt_openings_are_append_only';
end $$;
create trigger receipt_openings_are_append_only before update or delete or truncate on receipt_openings
  for each statement execute function reject_opening_change();

-- ---------- a sale has a transfer, and nothing else has ----------

-- In the transaction of the sale, with the owner's rights: the server itself may not insert one.
create function follow_sale() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was_sale boolean := tg_op = 'UPDATE'
    and (old.handed_over_at is not null or old.close_reason is not distinct from 'sold_for_cash');
  sale_time timestamptz := coalesce(new.handed_over_at, new.closed_at);
  sale_day date := (sale_time at time zone 'Asia/Dhaka')::date;
begin
  if not was_sale and (new.handed_over_at is not null or new.close_reason is not distinct from 'sold_for_cash') then
    insert into transfers (deal_id, sold_at, sold_on, notice_due_on, apply_due_on, due_at)
    select new.id, sale_time, sale_day,
      sale_day + (select amount from fees where name = 'notice_days'),
      sale_day + (select amount from fees where name = 'apply_days'),
      -- The first round of the job finds the first reminder.
      sale_time;
  end if;
  if new.handed_over_at is not null and new.refunded_at is not null then
    update transfers set cancelled_at = new.refunded_at, due_at = null
      where deal_id = new.id and cancelled_at is null and done_at is null;
  end if;
  return null;
end $$;
create trigger follow_sale after insert or update of handed_over_at, closed_at, close_reason, refunded_at on deals
  for each row execute function follow_sale();

create function require_sale_of_transfer() returns trigger language plpgsql as $$
begin
  if not exists (select from deals where id = new.deal_id
    and (handed_over_at is not null or close_reason is not distinct from 'sold_for_cash')) then
    raise exception 'only a sale has a transfer' using constraint = 'transfer_needs_sale';
  end if;
  return new;
end $$;
create trigger transfer_needs_sale before insert on transfers for each row execute function require_sale_of_transfer();

create function protect_transfer() returns trigger language plpgsql as $$
begin
  if (new.deal_id, new.sold_at, new.sold_on, new.notice_due_on, new.apply_due_on)
    is distinct from (old.deal_id, old.sold_at, old.sold_on, old.notice_due_on, old.apply_due_on)
    or (old.cancelled_at is not null and new.cancelled_at is distinct from old.cancelled_at)
    or (old.done_at is not null and new.done_at is distinct from old.done_at)
    or (old.notice_on is not null and new.notice_on is null) or (old.applied_on is not null and new.applied_on is null)
    or new.seller_reminders < old.seller_reminders or new.buyer_reminders < old.buyer_reminders then
    raise exception 'what happened in a transfer stays' using constraint = 'transfer_never_goes_back';
  end if;
  if old.cancelled_at is not null and (new.notice_on, new.applied_on, new.slip)
    is distinct from (old.notice_on, old.applied_on, old.slip) then
    raise exception 'this sale was undone' using constraint = 'cancelled_transfer_stays';
  end if;
  return new;
end $$;
create trigger transfer_never_goes_back before update on transfers for each row execute function protect_transfer();

-- ---------- the audit log ----------

create function audit_receipt_opening() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('sale_receipt_opened', new.member_id, (select bike_id from deals where id = new.deal_id), null,
    jsonb_build_object('dealId', new.deal_id));
  return null;
end $$;
create trigger audit_receipt_opening after insert on receipt_openings for each row execute function audit_receipt_opening();

create function audit_fee() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('fee_changed', null, null, null,
    jsonb_build_object('name', new.name, 'from', old.amount, 'to', new.amount, 'checkedOn', new.checked_on));
  return null;
end $$;
create trigger audit_fee after update on fees for each row execute function audit_fee();
