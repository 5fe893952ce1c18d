-- Ratings: each side of a deal that ended in a sale says four facts and some words about the other.

create table ratings (
  id uuid primary key,
  deal_id uuid not null references deals,
  -- Who wrote it, and about whom: the buyer about the seller, or the seller about the buyer.
  side text not null check (side in ('buyer', 'seller')),
  author_id uuid not null references members,
  subject_id uuid not null references members,
  as_described boolean not null,
  on_time boolean not null,
  papers_ready boolean not null,
  friendly boolean not null,
  -- As they were typed, for the author alone; shown_words have no contact details.
  words text check (length(words) between 1 and 500),
  shown_words text check (length(shown_words) between 1 and 3000),
  given_at timestamptz not null,
  -- 14 days after the end of the deal.
  reveal_at timestamptz not null,
  -- Only the author reads it before.
  revealed_at timestamptz,
  reply text check (length(reply) between 1 and 500),
  shown_reply text check (length(shown_reply) between 1 and 3000),
  replied_at timestamptz,
  constraint one_rating_of_each_side unique (deal_id, side),
  constraint nobody_rates_oneself check (author_id <> subject_id),
  constraint given_in_time check (given_at < reveal_at),
  constraint revealed_after_given check (revealed_at >= given_at),
  constraint rating_words_are_whole check ((words is null) = (shown_words is null)),
  constraint rating_reply_is_whole check ((reply is null) = (shown_reply is null) and (reply is null) = (replied_at is null)),
  constraint reply_to_revealed check (replied_at is null or (revealed_at is not null and replied_at >= revealed_at))
);
create index ratings_of_subject on ratings (subject_id, side, id desc) where revealed_at is not null;
create index ratings_to_reveal on ratings (reveal_at) where revealed_at is null;
create index ratings_by_author on ratings (author_id, id desc);

-- A rating is of a deal that ended in a handover or a confirmed cash sale, by one side about the other.
create function require_sale_of_rating() returns trigger language plpgsql as $$
declare
  deal deals%rowtype;
begin
  select * into deal from deals where id = new.deal_id;
  if deal.closed_at is null
    or not ((deal.close_reason = 'released' and deal.handed_over_at is not null) or deal.close_reason = 'sold_for_cash') then
    raise exception 'this deal did not end in a sale' using constraint = 'rating_needs_sale';
  end if;
  if (new.author_id, new.subject_id) is distinct from
    (case new.side when 'buyer' then deal.buyer_id else deal.seller_id end,
     case new.side when 'buyer' then deal.seller_id else deal.buyer_id end) then
    raise exception 'a side of the deal rates the other' using constraint = 'rating_by_side';
  end if;
  if new.reveal_at <> deal.closed_at + interval '336 hours' or new.given_at < deal.closed_at then
    raise exception 'a rating is given within 14 days after the deal' using constraint = 'rating_in_time';
  end if;
  if new.revealed_at is not null then
    raise exception 'a new rating is hidden' using constraint = 'rating_begins_hidden';
  end if;
  return new;
end $$;
create trigger rating_needs_sale before insert on ratings for each row execute function require_sale_of_rating();

-- What was said stays; it is revealed once, when both are given or after its time, and answered once. Words are only erased.
create function protect_rating() returns trigger language plpgsql as $$
begin
  if (new.id, new.deal_id, new.side, new.author_id, new.subject_id, new.as_described, new.on_time, new.papers_ready,
      new.friendly, new.given_at, new.reveal_at)
    is distinct from (old.id, old.deal_id, old.side, old.author_id, old.subject_id, old.as_described, old.on_time,
      old.papers_ready, old.friendly, old.given_at, old.reveal_at)
    or (new.words is distinct from old.words and new.words is not null)
    or (old.revealed_at is not null and new.revealed_at is distinct from old.revealed_at)
    or (old.replied_at is not null and new.reply is distinct from old.reply and new.reply is not null) then
    raise exception 'a rating stays as it was given' using constraint = 'rating_never_changes';
  end if;
  if old.revealed_at is null and new.revealed_at is not null and new.revealed_at < new.reveal_at
    and (select count(*) from ratings where deal_id = new.deal_id) < 2 then
    raise exception 'a rating is hidden until both are given, or 14 days' using constraint = 'rating_stays_hidden';
  end if;
  return new;
end $$;
create trigger rating_never_changes before update on ratings for each row execute function protect_rating();
