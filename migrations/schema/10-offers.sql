-- Offers of a price in a conversation, and the private floor below which a seller accepts none.

-- Offers: one side of a conversation names a price, the other accepts it, answers with another one, or refuses.
create table offers (
  id uuid primary key,
  chat_id uuid not null references chats,
  -- The message of the conversation that is this offer.
  message_id uuid not null unique references chat_messages,
  maker text not null check (maker in ('buyer', 'seller')),
  price_taka int not null check (price_taka between 1000 and 9999999),
  -- The offer of the other side that this one answers.
  answers_id uuid references offers,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  outcome text check (outcome in ('accepted', 'countered', 'refused', 'withdrawn', 'lapsed', 'unavailable', 'cheaper')),
  constraint closed_offer_has_outcome check ((closed_at is null) = (outcome is null)),
  constraint offer_expires_later check (expires_at > made_at)
);
create unique index one_open_offer_per_side on offers (chat_id, maker) where closed_at is null;
create index offers_of_chat on offers (chat_id, id);
create index offers_open on offers (expires_at) where closed_at is null;

-- What was offered stays, and a closed offer never opens again.
create function protect_offer() returns trigger language plpgsql as $$
begin
  if (new.id, new.chat_id, new.message_id, new.maker, new.price_taka, new.answers_id, new.made_at, new.expires_at)
    is distinct from (old.id, old.chat_id, old.message_id, old.maker, old.price_taka, old.answers_id, old.made_at, old.expires_at)
    or (old.closed_at is not null and (new.closed_at, new.outcome) is distinct from (old.closed_at, old.outcome)) then
    raise exception 'an offer never changes, and a closed one stays closed' using constraint = 'offer_never_changes';
  end if;
  return new;
end $$;
create trigger offer_never_changes before update on offers for each row execute function protect_offer();

-- A suspended member offers nothing.
create function require_maker_not_suspended() returns trigger language plpgsql as $$
declare
  maker_id uuid;
begin
  select case new.maker when 'buyer' then buyer_id else seller_id end into strict maker_id from chats where id = new.chat_id;
  -- A suspension locks the member for update, so this waits for one that is not committed yet; the next statement sees it.
  perform from members where id = maker_id for key share;
  if exists (select from members where id = maker_id and suspended_until is not null) then
    raise exception 'this member is suspended' using constraint = 'member_is_not_suspended';
  end if;
  return new;
end $$;
create trigger member_is_not_suspended before insert on offers for each row execute function require_maker_not_suspended();

-- What a seller chooses about the offers of a bike. The floor is the lowest price that is accepted without asking the seller;
-- it is encrypted with a key derived from SECRET, and only the seller reads it.
create table bike_offer_settings (
  bike_id uuid primary key references bikes,
  is_price_fixed boolean not null default false,
  floor_encrypted text check (length(floor_encrypted) <= 200),
  changed_at timestamptz not null,
  constraint fixed_price_has_no_floor check (not is_price_fixed or floor_encrypted is null)
);

-- The floor answers a buyer once a day. An offer below it is refused when its time has come, not at once, so that its
-- refusal cannot be told from one by hand.
create table floor_answers (
  offer_id uuid primary key references offers,
  bike_id uuid not null references bikes,
  buyer_id uuid not null references members,
  -- The day in Dhaka.
  day date not null,
  due_at timestamptz not null,
  answered_at timestamptz,
  constraint floor_answers_once_a_day unique (bike_id, buyer_id, day)
);
create index floor_answers_due on floor_answers (due_at) where answered_at is null;
