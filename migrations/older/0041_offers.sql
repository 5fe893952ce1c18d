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

-- An accepted offer is a deal. Its buyer books until `book_due_at`: then there are a number and a place.
alter table deals add column offer_id uuid unique references offers;
alter table deals add column book_due_at timestamptz;
alter table deals add constraint booked_or_due check (book_due_at is null or (offer_id is not null and booking_id is null));
alter table deals drop constraint deals_close_reason_check;
alter table deals add constraint deals_close_reason_check check (close_reason in (
  'released', 'declined', 'cancelled_by_buyer', 'cancelled_by_seller', 'expired', 'no_meeting', 'not_booked', 'no_deal',
  'buyer_no_show', 'seller_no_show', 'unavailable', 'changed', 'sold_for_cash', 'refunded', 'charged_back',
  'buyer_removed', 'seller_removed', 'review_refused'));
