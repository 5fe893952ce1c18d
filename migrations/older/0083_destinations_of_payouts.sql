-- A payout names the destination that was prepared by its version, and only that one is paid.

-- Counts the changes of a destination. A new key of the encryption changes none of what it says.
alter table payout_destinations add column version int not null default 1 check (version > 0);
-- The version of the seller's destination for which the payout was prepared.
alter table payouts add column destination_version int check (destination_version > 0);
-- Which destination earlier preparations meant is not known: they are prepared again.
update payouts set requested_by = null, way = null, destination_kind = null, destination_last4 = null
  where state = 'due' and requested_by is not null and not needs_review;

create function require_new_destination_version() returns trigger language plpgsql as $$
begin
  if new.version <= old.version then
    raise exception 'a changed destination has a new version' using constraint = 'changed_destination_has_new_version';
  end if;
  return new;
end $$;
create trigger changed_destination_has_new_version before update on payout_destinations for each row
  when (old.changed_at <> new.changed_at or old.kind <> new.kind or old.last4 <> new.last4
    or old.holder_name <> new.holder_name or old.bank_name is distinct from new.bank_name
    or old.routing_number is distinct from new.routing_number)
  execute function require_new_destination_version();

-- Money leaves for the destination that both people saw, and for none that was changed a moment ago.
create function require_prepared_destination() returns trigger language plpgsql as $$
begin
  if not exists (select from payout_destinations where member_id = new.seller_id and version = new.destination_version
      and usable_at <= new.sent_at) then
    raise exception 'the payout % was prepared for another destination', new.id using constraint = 'sent_to_prepared_destination';
  end if;
  return new;
end $$;
create trigger sent_to_prepared_destination before update of state on payouts for each row
  when (old.state = 'due' and new.state = 'sent') execute function require_prepared_destination();

-- ---------- who sends money, and money that came back ----------

-- Who said that a transfer came back, and the reference of the bank for it.
alter table payouts add column returned_by uuid references members;
alter table payouts add column return_reference text check (length(return_reference) between 1 and 120);
-- The payout that this one repeats, because its money came back.
alter table payouts add column repeats_id uuid references payouts;
alter table payouts add constraint returned_with_reference
  check (returned_by is null or (state = 'failed' and return_reference is not null and failure is not null));

-- Nobody sends money, or decides about it, in a deal of their own; and who said that a transfer came back does not approve
-- the next one.
create function reject_own_deal(acting_id uuid, acted_deal_id uuid) returns void language plpgsql as $$
begin
  if exists (select from deals where id = acted_deal_id and acting_id in (buyer_id, seller_id)) then
    raise exception 'a member acts on the money of a deal of their own' using constraint = 'money_of_own_deal';
  end if;
end $$;
create function check_people_of_payout() returns trigger language plpgsql as $$
begin
  perform reject_own_deal(acting, new.deal_id)
    from unnest(array[new.requested_by, new.approved_by, new.returned_by]) as acting where acting is not null;
  if new.approved_by is not null
    and exists (select from payouts where id = new.repeats_id and returned_by = new.approved_by) then
    raise exception 'who said that a transfer came back does not approve the next one' using constraint = 'repeated_by_another';
  end if;
  return new;
end $$;
create trigger check_people_of_payout before update of requested_by, approved_by, returned_by on payouts
  for each row execute function check_people_of_payout();

create function check_people_of_refund() returns trigger language plpgsql as $$
begin
  perform reject_own_deal(acting, coalesce(new.deal_id, (select deal_id from payments where id = new.payment_id)))
    from unnest(array[new.sent_by, new.approved_by]) as acting where acting is not null;
  if exists (select from payments where id = new.payment_id and buyer_id in (new.sent_by, new.approved_by)) then
    raise exception 'a member refunds a payment of their own' using constraint = 'money_of_own_deal';
  end if;
  return new;
end $$;
create trigger check_people_of_refund before update of sent_by, approved_by on refunds
  for each row execute function check_people_of_refund();

create function check_decider() returns trigger language plpgsql as $$
begin
  perform reject_own_deal(new.decided_by, new.deal_id);
  return new;
end $$;
create trigger check_decider before update of decided_by on disputes
  for each row when (new.decided_by is not null) execute function check_decider();
