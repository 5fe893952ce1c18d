-- Inspections: what somebody found at the points of a bike. A signed one never changes; a newer one stands beside it.

-- The points in the order of the checklist; a seller answers the quick ones.
create table inspection_points (
  position int not null unique,
  point text primary key,
  group_name text not null,
  is_quick boolean not null
);
insert into inspection_points (position, point, group_name, is_quick) values
  (1, 'cold_engine', 'cold_start', false),
  (2, 'starts', 'cold_start', true),
  (3, 'idles', 'cold_start', true),
  (4, 'smoke', 'engine', true),
  (5, 'engine_noise', 'engine', false),
  (6, 'tappets', 'engine', false),
  (7, 'oil_leak', 'engine', true),
  (8, 'oil', 'engine', false),
  (9, 'coolant', 'engine', false),
  (10, 'pull', 'engine', false),
  (11, 'exhaust', 'engine', false),
  (12, 'clutch_play', 'clutch_and_gears', false),
  (13, 'clutch_slip', 'clutch_and_gears', true),
  (14, 'gears', 'clutch_and_gears', true),
  (15, 'neutral', 'clutch_and_gears', false),
  (16, 'gear_lever', 'clutch_and_gears', false),
  (17, 'front_brake', 'brakes', true),
  (18, 'rear_brake', 'brakes', true),
  (19, 'front_pads', 'brakes', false),
  (20, 'rear_pads', 'brakes', false),
  (21, 'disc', 'brakes', false),
  (22, 'brake_fluid', 'brakes', false),
  (23, 'front_tyre', 'tyres', true),
  (24, 'rear_tyre', 'tyres', true),
  (25, 'tyre_age', 'tyres', false),
  (26, 'rims', 'tyres', false),
  (27, 'wheel_bearings', 'tyres', false),
  (28, 'chain_play', 'chain_and_suspension', false),
  (29, 'sprockets', 'chain_and_suspension', true),
  (30, 'fork', 'chain_and_suspension', true),
  (31, 'shock', 'chain_and_suspension', false),
  (32, 'swingarm', 'chain_and_suspension', false),
  (33, 'steering', 'chain_and_suspension', false),
  (34, 'headlight', 'electrics', true),
  (35, 'tail_light', 'electrics', false),
  (36, 'indicators', 'electrics', true),
  (37, 'horn', 'electrics', false),
  (38, 'meter', 'electrics', false),
  (39, 'battery', 'electrics', false),
  (40, 'charging', 'electrics', false),
  (41, 'frame_straight', 'frame', false),
  (42, 'frame_welds', 'frame', false),
  (43, 'chassis_number', 'frame', true),
  (44, 'engine_number', 'frame', false),
  (45, 'tank', 'frame', false);

create table inspections (
  id uuid primary key,
  bike_id uuid not null references bikes,
  kind text not null check (kind in ('seller', 'buyer', 'mechanic')),
  -- Who made it, or who invited the mechanic.
  member_id uuid not null references members,
  -- The deal whose sides alone read it; everybody reads a signed one without.
  deal_id uuid references deals,
  -- Hash of the client's key: a draft that is sent again is created once.
  idempotency_key uuid,
  mechanic_name text check (length(mechanic_name) between 1 and 180),
  workshop text check (length(workshop) between 1 and 240),
  kilometres int check (kilometres between 0 and 999999),
  created_at timestamptz not null,
  signed_at timestamptz check (signed_at >= created_at),
  good int,
  worn int,
  bad int,
  not_looked_at int,
  -- 0 to 100 over the points that were looked at.
  score int,
  -- SHA-256 over inspection_canonical.
  content_hash text,
  -- The mechanic signed with a number or in a browser of the seller.
  suspicion text check (suspicion in ('number_of_seller', 'browser_of_seller')),
  constraint signed_is_whole check (num_nonnulls(signed_at, good, worn, bad, not_looked_at, score, content_hash) in (0, 7)),
  constraint buyer_has_deal check (kind <> 'buyer' or deal_id is not null),
  constraint seller_has_no_deal check (kind <> 'seller' or deal_id is null),
  constraint mechanic_is_named check (case when kind = 'mechanic' then signed_at is null or mechanic_name is not null
    else num_nonnulls(mechanic_name, workshop, suspicion) = 0 end)
);
create unique index one_inspection_of_key on inspections (member_id, idempotency_key) where idempotency_key is not null;
create unique index one_draft_of_member on inspections (member_id, bike_id, kind) where signed_at is null and kind <> 'mechanic';
create index inspections_of_bike on inspections (bike_id, id desc);
create index inspections_of_deal on inspections (deal_id) where deal_id is not null;
create index inspections_of_member on inspections (member_id, id desc);
create index inspection_drafts on inspections (created_at) where signed_at is null;

create table inspection_answers (
  inspection_id uuid not null references inspections on delete cascade,
  point text not null references inspection_points,
  mark text not null check (mark in ('good', 'worn', 'bad', 'not_looked_at')),
  note text check (length(note) between 1 and 1200),
  primary key (inspection_id, point)
);

-- The link of a mechanic: a SHA-256 of its secret token, which the database does not have.
create table inspection_invitations (
  inspection_id uuid primary key references inspections on delete cascade,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint invitation_has_time check (expires_at > created_at and expires_at <= created_at + interval '14 days')
);

-- ---------- who makes one ----------

create function require_side_of_inspection() returns trigger language plpgsql as $$
begin
  if new.deal_id is null then
    if not exists (select from bikes where id = new.bike_id and seller_id = new.member_id) then
      raise exception 'only its seller inspects a bike without a deal' using constraint = 'inspection_by_side';
    end if;
  elsif not exists (
    select from deals where id = new.deal_id and bike_id = new.bike_id and buyer_id = new.member_id
  ) then
    raise exception 'the buyer of the deal inspects this bike' using constraint = 'inspection_by_side';
  end if;
  if new.signed_at is not null then
    raise exception 'an inspection begins as a draft' using constraint = 'inspection_begins_as_draft';
  end if;
  return new;
end $$;
create trigger inspection_by_side before insert on inspections for each row execute function require_side_of_inspection();

-- ---------- what a signature freezes ----------

-- The length in bytes, a colon and the text: two different lists of fields never give the same bytes.
create function inspection_field(field text) returns text language sql immutable parallel safe
  return octet_length(coalesce(field, '')) || ':' || coalesce(field, '');

create function inspection_canonical(inspection inspections) returns text language sql stable
  return inspection_field('motohaat-inspection-1') || inspection_field(inspection.id::text)
    || inspection_field(inspection.bike_id::text) || inspection_field(inspection.kind)
    || inspection_field(inspection.member_id::text) || inspection_field(inspection.deal_id::text)
    || inspection_field(inspection.mechanic_name) || inspection_field(inspection.workshop)
    || inspection_field(inspection.kilometres::text)
    || inspection_field(to_char(inspection.signed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    || coalesce((select string_agg(inspection_field(answers.point) || inspection_field(mark) || inspection_field(note), ''
        order by position)
      from inspection_answers as answers join inspection_points using (point) where inspection_id = inspection.id), '');

create function inspection_hash(inspection inspections) returns text language sql stable
  return encode(sha256(convert_to(inspection_canonical(inspection), 'UTF8')), 'hex');

-- Counts over all points of the kind: one without an answer was not looked at.
create function inspection_counts(inspection inspections, out good int, out worn int, out bad int, out not_looked_at int,
  out score int) language sql stable as $$
  select good, worn, bad, points - good - worn - bad,
    round((100 * good + 50 * worn)::numeric / nullif(good + worn + bad, 0))::int
  from (
    select (count(*) filter (where mark = 'good'))::int as good, (count(*) filter (where mark = 'worn'))::int as worn,
      (count(*) filter (where mark = 'bad'))::int as bad,
      (select count(*) from inspection_points where is_quick or inspection.kind <> 'seller')::int as points
    from inspection_answers where inspection_id = inspection.id
  ) as counted
$$;

create function protect_inspection() returns trigger language plpgsql as $$
declare
  counts record;
begin
  if old.signed_at is not null then
    raise exception 'a signed inspection never changes' using constraint = 'signed_inspection_stays';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if (new.id, new.bike_id, new.kind, new.member_id, new.deal_id, new.created_at)
    is distinct from (old.id, old.bike_id, old.kind, old.member_id, old.deal_id, old.created_at) then
    raise exception 'an inspection stays one of its bike' using constraint = 'inspection_of_bike';
  end if;
  if new.signed_at is not null then
    counts := inspection_counts(new);
    if (new.good, new.worn, new.bad, new.not_looked_at, new.score)
      is distinct from (counts.good, counts.worn, counts.bad, counts.not_looked_at, counts.score) then
      raise exception 'the score is not that of the answers' using constraint = 'inspection_score';
    end if;
    if new.content_hash is distinct from inspection_hash(new) then
      raise exception 'the hash is not that of the content' using constraint = 'inspection_hash';
    end if;
  end if;
  return new;
end $$;
create trigger signed_inspection_stays before update or delete on inspections for each row execute function protect_inspection();

-- The lock makes an answer wait for a signature at the same moment, and the signature for the answer.
create function protect_answer() returns trigger language plpgsql as $$
declare
  answer inspection_answers%rowtype;
  signed timestamptz;
  inspected text;
begin
  if tg_op = 'DELETE' then
    answer := old;
  else
    answer := new;
  end if;
  if tg_op = 'UPDATE' and new.inspection_id <> old.inspection_id then
    raise exception 'an answer stays in its inspection' using constraint = 'signed_inspection_stays';
  end if;
  select signed_at, kind into signed, inspected from inspections where id = answer.inspection_id for share;
  if signed is not null then
    raise exception 'a signed inspection never changes' using constraint = 'signed_inspection_stays';
  end if;
  if inspected = 'seller' and not exists (select from inspection_points where point = answer.point and is_quick) then
    raise exception 'a seller answers the quick points' using constraint = 'seller_answers_quick_points';
  end if;
  return answer;
end $$;
create trigger signed_inspection_stays before insert or update or delete on inspection_answers
  for each row execute function protect_answer();

-- ---------- the mark at the bike ----------

create function mark_inspected() returns trigger language plpgsql as $$
begin
  update bikes set inspected_at = new.signed_at where id = new.bike_id and inspected_at is null;
  return null;
end $$;
create trigger mark_inspected after update of signed_at on inspections
  for each row when (old.signed_at is null and new.signed_at is not null and new.deal_id is null)
  execute function mark_inspected();
