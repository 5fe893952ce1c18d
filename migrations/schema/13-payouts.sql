-- The seller's money: where it is sent, who approves it, and each payout. docs/decisions/0092-payouts-by-bkash.md

-- ---------- who may approve payouts and decide cases ----------

create table member_permissions (
  member_id uuid not null references members,
  permission text not null check (permission in ('cashier', 'moderator')),
  granted_by uuid references members,
  granted_at timestamptz not null,
  primary key (member_id, permission)
);

-- A command of the owner gives permissions. The server does so only while it fills an empty shop with the demonstration:
-- before anybody has ever logged in, which the audit log knows for good.
create function reject_permission() returns trigger language plpgsql as $$
begin
  if current_user = 'motohaat_app' and exists (select from audit where what = 'session_begun') then
    raise exception 'the server gives no permission' using constraint = 'permission_is_given_by_owner';
  end if;
  return new;
end $$;
create trigger permission_is_given_by_owner before insert on member_permissions for each row execute function reject_permission();

create function audit_permission() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    perform write_audit('permission_taken', old.member_id, null, null, jsonb_build_object('permission', old.permission));
  else
    perform write_audit('permission_granted', new.member_id, null, null, jsonb_build_object('permission', new.permission));
  end if;
  return null;
end $$;
create trigger audit_permission after insert or delete on member_permissions for each row execute function audit_permission();

-- Nobody sends money, or decides about it, in a deal of their own.
create function reject_own_deal(acting_id uuid, acted_deal_id uuid) returns void language plpgsql as $$
begin
  if exists (select from deals where id = acted_deal_id and acting_id in (buyer_id, seller_id)) then
    raise exception 'a member acts on the money of a deal of their own' using constraint = 'money_of_own_deal';
  end if;
end $$;

-- ---------- destinations ----------

create table payout_destinations (
  member_id uuid primary key references members,
  kind text not null check (kind in ('bkash', 'bank')),
  -- Encrypted with a key derived from SECRET; last4 is all that a screen shows.
  number_encrypted text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  -- The name on the account, and the bank with its branch.
  holder_name text not null check (length(holder_name) between 1 and 80),
  bank_name text check (length(bank_name) between 1 and 80),
  routing_number text check (routing_number ~ '^[0-9]{9}$'),
  changed_at timestamptz not null,
  -- A changed destination is paid only after 72 hours.
  usable_at timestamptz not null,
  -- Counts the changes. A new key of the encryption changes none of what it says.
  version int not null default 1 check (version > 0),
  constraint bank_has_a_name check ((kind = 'bank') = (bank_name is not null))
);

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

create function audit_destination() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('payout_destination_changed', new.member_id, null, null, jsonb_build_object('kind', new.kind, 'last4', new.last4));
  return null;
end $$;
create trigger audit_destination after insert or update of changed_at on payout_destinations
  for each row execute function audit_destination();

-- ---------- payouts ----------

create table payouts (
  id uuid primary key,
  seller_id uuid not null references members,
  deal_id uuid not null references deals,
  -- What is transferred, and what was kept because the seller owed the shop money.
  amount_taka int not null check (amount_taka >= 0),
  set_off_taka int not null default 0 check (set_off_taka >= 0),
  -- due: may be sent; sent: on its way; failed: it came back, another one follows under a new id.
  state text not null check (state in ('due', 'sent', 'confirmed', 'failed')),
  -- Made before payouts existed: the admin says whether it was paid already.
  needs_review boolean not null default false,
  way text check (way in ('provider', 'bank', 'by_hand', 'set_off')),
  destination_kind text check (destination_kind in ('bkash', 'bank')),
  destination_last4 text check (destination_last4 ~ '^[0-9]{4}$'),
  provider_ref text check (length(provider_ref) between 1 and 120),
  requested_by uuid references members,
  approved_by uuid references members,
  created_at timestamptz not null,
  sent_at timestamptz,
  confirmed_at timestamptz,
  failed_at timestamptz,
  -- The buyer's bank disputes the payment: nothing is paid out until it is decided.
  frozen_at timestamptz,
  failure text check (length(failure) between 1 and 280),
  -- The claim before bKash is asked to send it: bKash is asked once, and afterwards only what became of it.
  sending_at timestamptz,
  -- The last time that bKash was asked what became of it.
  asked_at timestamptz,
  -- The version of the seller's destination for which it was prepared.
  destination_version int check (destination_version > 0),
  -- Who said that the transfer came back, and the reference of the bank for it.
  returned_by uuid references members,
  return_reference text check (length(return_reference) between 1 and 120),
  -- The payout that this one repeats, because its money came back.
  repeats_id uuid references payouts,
  constraint approved_by_another check (approved_by is null or approved_by is distinct from requested_by),
  constraint sent_with_reference check (state in ('due', 'failed') or (provider_ref is not null and sent_at is not null)),
  constraint sent_by_two_people check (state = 'due' or way in ('provider', 'set_off') or (requested_by is not null and approved_by is not null)),
  constraint amount_is_something check (amount_taka + set_off_taka > 0 and (amount_taka > 0 or way = 'set_off')),
  constraint confirmed_when_confirmed check ((state = 'confirmed') = (confirmed_at is not null)),
  constraint failed_when_failed check ((state = 'failed') = (failed_at is not null)),
  constraint failed_with_reason check (returned_by is null or (state = 'failed' and failure is not null)),
  constraint return_reference_of_a_person check (return_reference is null or returned_by is not null),
  constraint only_sent_payouts_are_claimed check (sending_at is null or (way = 'provider' and state <> 'due')),
  constraint provider_sends_for_two_people
    check (way is distinct from 'provider' or state = 'due' or (requested_by is not null and approved_by is not null))
);
create unique index one_payout_per_deal on payouts (deal_id) where state <> 'failed';
create index payouts_by_seller on payouts (seller_id, id desc);
create index payouts_to_send on payouts (created_at) where state in ('due', 'sent');
create index payouts_with_provider on payouts (sent_at) where state = 'sent' and way = 'provider';

-- What is paid out of a payout only falls, by what is kept for a debt; and only before it is sent.
create function check_payout_amount() returns trigger language plpgsql as $$
begin
  if old.state <> 'due' or new.amount_taka + new.set_off_taka <> old.amount_taka + old.set_off_taka
    or new.amount_taka > old.amount_taka then
    raise exception 'the amount of the payout % is only set off against a debt, before it is sent', old.id
      using constraint = 'payout_amount_is_only_set_off';
  end if;
  return new;
end $$;
create trigger payout_amount_is_only_set_off before update of amount_taka, set_off_taka on payouts for each row
  when (old.amount_taka <> new.amount_taka or old.set_off_taka <> new.set_off_taka) execute function check_payout_amount();

-- A seller gets at most the agreed price.
create function require_payout_within_price() returns trigger language plpgsql as $$
begin
  if new.amount_taka + new.set_off_taka > (select price_taka from deals where id = new.deal_id) then
    raise exception 'the payout % is more than the price of its deal', new.id using constraint = 'payout_within_price';
  end if;
  return null;
end $$;
create constraint trigger payout_within_price after insert or update of amount_taka, set_off_taka on payouts
  deferrable initially deferred for each row when (new.state <> 'failed') execute function require_payout_within_price();

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

create function reject_second_sending() returns trigger language plpgsql as $$
begin
  raise exception 'a payout is sent by its provider once' using constraint = 'payout_is_sent_once';
end $$;
create trigger payout_is_sent_once before update of sending_at on payouts for each row
  when (old.sending_at is not null and new.sending_at is distinct from old.sending_at)
  execute function reject_second_sending();

-- Who says that a transfer failed, or came back, does not approve the next one. One step back is enough: the next transfer was
-- approved by somebody else, so a second person has seen each such word before money left again.
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

-- ---------- the audit log ----------

create function audit_payout() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or new.state <> old.state then
    perform write_audit(case new.state when 'due' then 'payout_created' when 'sent' then 'payout_sent'
      when 'confirmed' then 'payout_confirmed' else 'payout_failed' end, new.seller_id, null, null,
      jsonb_build_object('payoutId', new.id, 'dealId', new.deal_id, 'amountTaka', new.amount_taka, 'reference', new.provider_ref,
        'requestedBy', new.requested_by, 'approvedBy', new.approved_by));
  end if;
  return null;
end $$;
create trigger audit_payout after insert or update of state on payouts for each row execute function audit_payout();

-- The server calls it in the transaction that reads the number. The entry is about the seller; the actor is who reads.
create function record_shown_account_number(shown_payout_id uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('account_number_shown', seller_id, null, null, jsonb_build_object('payoutId', payouts.id,
      'dealId', deal_id, 'amountTaka', amount_taka, 'kind', kind, 'last4', last4))
    from payouts join payout_destinations on member_id = seller_id where payouts.id = shown_payout_id;
  if not found then
    raise exception 'the payout % has no account number to show', shown_payout_id;
  end if;
end $$;
revoke execute on function record_shown_account_number from public;

-- The server calls it in the transaction that reads the numbers: one entry for each payout of the file, about its seller.
create function record_account_numbers_in_file(shown_payout_ids uuid[], file_name text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  recorded integer;
begin
  perform write_audit('account_number_shown', seller_id, null, null, jsonb_build_object('payoutId', payouts.id,
      'dealId', deal_id, 'amountTaka', amount_taka, 'kind', kind, 'last4', last4, 'file', file_name))
    from payouts join payout_destinations on member_id = seller_id
    where payouts.id = any(shown_payout_ids) order by payouts.id;
  get diagnostics recorded = row_count;
  if recorded <> cardinality(shown_payout_ids) then
    raise exception 'a payout of the file has no account number to show';
  end if;
end $$;
revoke execute on function record_account_numbers_in_file from public;
