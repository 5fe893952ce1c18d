-- contract: code older than this migration uses the old names; stop it before this version starts.
-- Renames tables, columns, constraints, indexes, triggers and functions to the terms of docs/glossary.md. No row changes.

-- ---------- price estimates ----------

alter table bike_worth rename to bike_price_estimates;
alter table bike_price_estimates rename column reckoned_at to computed_at;
alter table bike_price_estimates rename constraint bike_worth_pkey to bike_price_estimates_pkey;
alter table bike_price_estimates rename constraint bike_worth_bike_id_fkey to bike_price_estimates_bike_id_fkey;
alter table bike_price_estimates rename constraint bike_worth_compared_check to bike_price_estimates_compared_check;
alter table bike_price_estimates rename constraint bike_worth_price_taka_check to bike_price_estimates_price_taka_check;
alter table bike_price_estimates rename constraint bike_worth_verdict_check to bike_price_estimates_verdict_check;
alter index bike_worth_far_below rename to bike_price_estimates_far_below;

alter table worth_markets rename to price_estimate_groups;
alter table price_estimate_groups rename column reckoned_at to computed_at;
alter table price_estimate_groups rename constraint worth_markets_pkey to price_estimate_groups_pkey;
alter table price_estimate_groups rename constraint worth_markets_model_id_fkey to price_estimate_groups_model_id_fkey;
alter index worth_markets_by_age rename to price_estimate_groups_by_age;

alter table worth_changes rename to price_estimate_changes;
alter table price_estimate_changes rename constraint worth_changes_pkey to price_estimate_changes_pkey;
alter table price_estimate_changes rename constraint worth_changes_model_id_fkey to price_estimate_changes_model_id_fkey;
alter sequence worth_changes_id_seq rename to price_estimate_changes_id_seq;

-- ---------- alerts and e-mails ----------

alter table price_letters rename to price_alert_settings;
alter table price_alert_settings rename column stop_token to unsubscribe_token;
alter table price_alert_settings rename constraint price_letters_pkey to price_alert_settings_pkey;
alter table price_alert_settings rename constraint price_letters_member_id_fkey to price_alert_settings_member_id_fkey;
alter table price_alert_settings rename constraint price_letters_stop_token_key to price_alert_settings_unsubscribe_token_key;

alter table price_notes rename to price_drops;
alter table price_drops rename column fell_at to dropped_at;
alter table price_drops rename column told_taka to notified_taka;
alter table price_drops rename constraint price_notes_pkey to price_drops_pkey;
alter table price_drops rename constraint price_notes_told_taka_check to price_drops_notified_taka_check;
alter table price_drops rename constraint price_notes_wish_id_fkey to price_drops_wish_id_fkey;
alter index price_note_waits_once rename to one_pending_price_drop;
alter index price_notes_by_wish rename to price_drops_by_wish;
alter index price_notes_waiting rename to price_drops_pending;
alter sequence price_notes_id_seq rename to price_drops_id_seq;

alter table saved_searches rename column stop_token to unsubscribe_token;
alter table saved_searches rename column look_from to search_from;
alter table saved_searches rename constraint saved_searches_stop_token_key to saved_searches_unsubscribe_token_key;
alter table search_matches rename column told_at to notified_at;

alter table mails rename column made_at to created_at;
alter table mails rename column useless_at to expires_at;
alter table mails rename column stop_url to unsubscribe_url;
alter index mails_by_end rename to mails_by_expiry;

-- ---------- members ----------

alter table member_counts rename column here to active_count;
alter table member_counts rename constraint member_counts_here_check to member_counts_active_count_check;
alter index members_here_by_role rename to active_members_by_role;
alter index names_to_trust rename to members_by_normalized_name;
alter table forgotten_passwords rename column asked_at to requested_at;
alter table password_resets rename column made_at to created_at;
alter table password_resets rename column ends_at to expires_at;
alter index password_resets_by_end rename to password_resets_by_expiry;
alter index sessions_by_end rename to sessions_by_expiry;
alter table contact_messages rename column draft_mark to draft_checksum;

-- ---------- bikes, pictures and search ----------

alter table bikes rename column draft_mark to draft_checksum;
alter table bikes rename constraint slug_is_its_own to slug_is_unique;
alter index bikes_by_coming rename to bikes_by_creation;
alter table pictures rename column begun_at to upload_started_at;
alter table pictures rename column kept_at to stored_at;
alter table pictures rename constraint kept_with_its_size to stored_with_size;
alter index pictures_by_beginning rename to pictures_by_upload_start;
alter table make_spellings rename column spoken to normalized_name;

-- ---------- payments ----------

alter table payments rename column sent_back_taka to refunded_taka;
alter table payments rename constraint sent_back_of_amount to refunded_within_amount;
alter table payments rename constraint begun_from_something to has_booking_or_wish;
alter index payments_to_look_after rename to payments_to_reconcile;
alter index payments_to_look_at rename to payments_needing_attention;
alter table webhook_events rename column made_at to occurred_at;
alter table restores rename column relearnt_at to recovered_at;
alter index restores_to_relearn rename to restores_to_recover;

-- ---------- triggers ----------

alter trigger audit_is_kept on audit rename to audit_is_append_only;
alter trigger payments_are_kept on payments rename to payments_are_never_deleted;
alter trigger payments_are_kept_whole on payments rename to payments_are_never_truncated;
alter trigger prices_are_kept on bike_prices rename to price_history_is_append_only;
alter trigger role_is_kept on members rename to role_never_changes;
alter trigger slug_is_kept on bikes rename to slug_never_changes;
alter trigger name_the_page on bikes rename to set_bike_slug;
alter trigger only_kept_pictures on picture_uploads rename to only_stored_pictures;
alter trigger member_is_here on bikes rename to member_is_active;
alter trigger member_is_here on bookings rename to member_is_active;
alter trigger member_is_here on wishes rename to member_is_active;
alter trigger member_is_here on payments rename to member_is_active;
alter trigger keep_makes on brands rename to sync_makes;
alter trigger keep_makes on models rename to sync_makes;
alter trigger note_new_bikes on bikes rename to record_new_bikes;
alter trigger note_changed_bike on bikes rename to record_changed_bike;
alter trigger note_price_drop on bikes rename to record_price_drop;
alter trigger window_changed on bikes rename to public_data_changed;
alter trigger window_changed on brands rename to public_data_changed;
alter trigger window_changed on categories rename to public_data_changed;
alter trigger window_changed on members rename to public_data_changed;
alter trigger window_changed on models rename to public_data_changed;

-- ---------- functions: the bodies name columns, tables and constraints as text ----------

alter function keep_audit() rename to protect_audit;
alter function keep_makes() rename to sync_makes;
alter function keep_payments() rename to reject_payment_deletion;
alter function keep_prices() rename to reject_price_history_change;
alter function keep_role() rename to reject_role_change;
alter function keep_the_page() rename to reject_slug_change;
alter function name_the_page() rename to set_bike_slug;
alter function member_is_here() rename to require_active_member;
alter function only_kept_pictures() rename to require_stored_picture;
alter function note_new_bikes() rename to record_new_bikes;
alter function note_changed_bike() rename to record_changed_bike;
alter function note_price_drop() rename to record_price_drop;
alter function tell_window_changed() rename to notify_public_data_changed;
alter function spoken_name(text) rename to normalize_name;

create or replace function protect_audit() returns trigger language plpgsql as $$
begin
  if current_setting('motohaat.cut_audit', true) = 'yes'
    and (select relowner = current_user::regrole from pg_class where oid = tg_relid) then
    return null;
  end if;
  raise exception 'the audit log is append-only' using constraint = 'audit_is_append_only';
end $$;
create or replace function reject_payment_deletion() returns trigger language plpgsql as $$
begin
  raise exception 'a payment is never deleted' using constraint = 'payments_are_never_deleted';
end $$;
create or replace function reject_price_history_change() returns trigger language plpgsql as $$
begin
  raise exception 'the price history of a bike is append-only' using constraint = 'price_history_is_append_only';
end $$;
create or replace function reject_role_change() returns trigger language plpgsql as $$
begin
  raise exception 'the role of a member never changes' using constraint = 'role_never_changes';
end $$;
create or replace function reject_slug_change() returns trigger language plpgsql as $$
begin
  raise exception 'the slug of a bike never changes' using constraint = 'slug_never_changes';
end $$;
create or replace function require_active_member() returns trigger language plpgsql as $$
declare
  checked_member_id uuid;
begin
  if tg_table_name = 'bikes' then checked_member_id := new.seller_id; else checked_member_id := new.buyer_id; end if;
  perform from members where id = checked_member_id and removed_at is null for share;
  if not found then
    raise exception 'this member has been removed' using constraint = 'member_is_active';
  end if;
  return new;
end $$;
create or replace function require_stored_picture() returns trigger language plpgsql as $$
begin
  if not exists (select from pictures where url = new.picture and stored_at is not null) then
    raise exception 'the files of this picture are not stored yet' using constraint = 'only_stored_pictures';
  end if;
  return new;
end $$;
create or replace function notify_public_data_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('public_data_changed', tg_table_name);
  return null;
end $$;

create or replace function record_new_bikes() returns trigger language plpgsql as $$
begin
  insert into price_estimate_changes (model_id, year)
    select distinct model_id, bike_year(registered_in_year, bought_in_year) from added where model_id is not null;
  return null;
end $$;
create or replace function record_changed_bike() returns trigger language plpgsql as $$
begin
  -- Another model, year, engine or mileage invalidates the estimate; another price only hides its verdict.
  if (new.model_id, new.registered_in_year, new.bought_in_year, new.engine_cc, new.kilometres)
    is distinct from (old.model_id, old.registered_in_year, old.bought_in_year, old.engine_cc, old.kilometres) then
    delete from bike_price_estimates where bike_id = new.id;
  end if;
  if old.model_id is not null then
    insert into price_estimate_changes (model_id, year)
      values (old.model_id, bike_year(old.registered_in_year, old.bought_in_year));
  end if;
  if new.model_id is not null and (new.model_id, bike_year(new.registered_in_year, new.bought_in_year))
    is distinct from (old.model_id, bike_year(old.registered_in_year, old.bought_in_year)) then
    insert into price_estimate_changes (model_id, year)
      values (new.model_id, bike_year(new.registered_in_year, new.bought_in_year));
  end if;
  return null;
end $$;
create or replace function record_price_drop() returns trigger language plpgsql as $$
begin
  insert into price_drops (wish_id, dropped_at)
    select id, case when new.edited_at is distinct from old.edited_at then new.edited_at else now() end
    from wishes where bike_id = new.id and paid_at is null
    on conflict (wish_id) where settled_at is null do nothing;
  return null;
end $$;
create or replace function count_joined() returns trigger language plpgsql as $$
begin
  update member_counts set active_count = active_count + change.number
  from (select role, count(*) as number from joined where removed_at is null group by role) as change
  where member_counts.role = change.role;
  return null;
end $$;
create or replace function count_left() returns trigger language plpgsql as $$
begin
  update member_counts set active_count = active_count - change.number
  from (select role, count(*) as number from gone where removed_at is null group by role) as change
  where member_counts.role = change.role;
  return null;
end $$;
create or replace function count_changed() returns trigger language plpgsql as $$
begin
  update member_counts set active_count = active_count + change.number
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

create or replace function audit_payment() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  details jsonb := jsonb_build_object(
    'amountTaka', new.amount_taka, 'intentId', new.intent_id, 'reason', new.refund_reason);
begin
  if tg_op = 'INSERT' or new.state <> old.state then
    perform write_audit(case new.state
      when 'open' then 'payment_opened' when 'succeeded' then 'payment_succeeded' when 'canceled' then 'payment_canceled'
      when 'refund_due' then 'refund_due' else 'payment_refunded' end, new.buyer_id, new.bike_id, new.id, details);
  end if;
  if tg_op = 'INSERT' then return null; end if;
  if (new.amount_taka, new.currency, new.buyer_id, new.bike_id)
    <> (old.amount_taka, old.currency, old.buyer_id, old.bike_id) then
    perform write_audit('payment_changed', new.buyer_id, new.bike_id, new.id,
      details || jsonb_build_object('amountTakaBefore', old.amount_taka));
  end if;
  if new.refunded_taka <> old.refunded_taka and new.state = old.state then
    perform write_audit('partly_refunded', new.buyer_id, new.bike_id, new.id,
      details || jsonb_build_object('sentBackTaka', new.refunded_taka));
  end if;
  if new.disputed_at is not null and old.disputed_at is null then
    perform write_audit('payment_disputed', new.buyer_id, new.bike_id, new.id, details);
  end if;
  if new.dispute_outcome is distinct from old.dispute_outcome then
    perform write_audit('dispute_ended', new.buyer_id, new.bike_id, new.id,
      details || jsonb_build_object('outcome', new.dispute_outcome));
  end if;
  return null;
end $$;
-- `motohaat.by` holds the actor, the request id and the address as JSON; without it the database login is the actor.
create or replace function write_audit(what text, member uuid, bike uuid, payment uuid, details jsonb) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  actor_context jsonb := nullif(current_setting('motohaat.by', true), '')::jsonb;
  default_actor text := case when 'motohaat_app' in (session_user, current_setting('role'))
    then 'system' else 'database:' || session_user end;
begin
  insert into audit (actor, request_id, address, what, member_id, bike_id, payment_id, details)
    values (coalesce(actor_context ->> 'actor', default_actor), (actor_context ->> 'request')::uuid, (actor_context ->> 'address')::inet,
      what, member, bike, payment, jsonb_strip_nulls(details));
end $$;

create or replace function sync_makes() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'brands' then
    insert into makes (brand_id) values (new.id) on conflict do nothing;
    return null;
  end if;
  insert into makes (brand_id, model_id) values (new.brand_id, new.id) on conflict do nothing;
  delete from make_spellings where make_id = (select id from makes where model_id = new.id);
  insert into make_spellings (normalized_name, make_id)
  select distinct array_to_string(search_words(one), ''), makes.id
  from makes, unnest(array[new.name, new.name_bn] || new.aliases) as one
  where makes.model_id = new.id and cardinality(search_words(one)) between 1 and 4
  on conflict do nothing;
  return null;
end $$;
create or replace function bikes_to_search() returns setof bike_search language sql stable as $$
select bikes.id as bike_id, is_of.make_id, is_of.district, sale_price_taka as price_taka, is_of.engine_cc,
  bought_in_year as year, coalesce(kilometres, 1000000) as kilometres, is_of.condition, is_of.is_verified,
  case when hashed % 512 = 0 then 3 when hashed % 64 = 0 then 2 when hashed % 8 = 0 then 1 else 0 end as sample,
  search_facets(sale_price_taka, coalesce(kilometres, 1000000), is_of.make_id, is_of.engine_cc, bought_in_year, is_of.condition,
    is_of.is_verified, is_of.district) as facets,
  array_to_tsvector(search_words(concat_ws(' ', bikes.name, location, brand_name, model_name, description))) as words
from bikes
join members on members.id = seller_id
cross join lateral (select abs(hashtext(bikes.id::text)::bigint) as hashed) as by_chance
-- The brand that it is of: its own, or that of its category where it names no other.
left join brands on brands.id = coalesce(bikes.brand_id,
  case when brand_name is null then (select id from brands as of_category where lower(of_category.name) = lower(category)) end)
left join lateral (
  select makes.id, makes.model_id
  -- Nothing is pulled up over an offset, so that the name is taken apart once and each of its pieces is looked up.
  from (select search_words(bikes.name) as named
      where bikes.model_id is null and model_name is null and brand_name is null offset 0) as split,
    generate_series(1, least(cardinality(named), 6)) as place, generate_series(place, least(cardinality(named), place + 3)) as until,
    lateral (
      select normalized_name, makes.id, makes.brand_id, makes.model_id from make_spellings join makes on makes.id = make_id
      where normalized_name = array_to_string(named[place:until], '') offset 0
    ) as makes
  where makes.brand_id = brands.id
  order by length(normalized_name) desc, makes.id limit 1
) as named on true
left join models on models.id = coalesce(bikes.model_id, named.model_id)
left join makes on makes.brand_id = brands.id and coalesce(makes.model_id, makes.brand_id) = coalesce(models.id, brands.id)
cross join lateral (select
  coalesce(makes.id, 0) as make_id,
  district_number(bikes.district) as district,
  coalesce(bikes.engine_cc, models.engine_cc, 0) as engine_cc,
  array_position(array['Excellent', 'Good', 'Fair'], condition) as condition,
  verified_at is not null as is_verified
) as is_of
where sold_at is null and withdrawn_at is null
$$;
