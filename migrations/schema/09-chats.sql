-- Conversations between a buyer and the seller of a bike, and who blocks whom.

-- Conversations: one for each bike and buyer, with the seller of the bike. The state of reading is a number of a message.
create table chats (
  id uuid primary key,
  bike_id uuid not null references bikes,
  buyer_id uuid not null references members,
  seller_id uuid not null references members,
  created_at timestamptz not null,
  -- Messages are numbered from 1 without a gap, in the order in which they were stored.
  last_number int not null default 0 check (last_number >= 0),
  -- The id of the newest message: version 7, so lists sort by it.
  last_message_id uuid,
  -- Up to which message each side has read, and how many of the other side's messages come after.
  buyer_seen int not null default 0,
  seller_seen int not null default 0,
  buyer_unread int not null default 0 check (buyer_unread >= 0),
  seller_unread int not null default 0 check (seller_unread >= 0),

  constraint one_chat_per_buyer unique (bike_id, buyer_id),
  constraint chat_with_seller_of_bike foreign key (bike_id, seller_id) references bikes (id, seller_id),
  constraint nobody_chats_with_oneself check (buyer_id <> seller_id),
  constraint seen_is_sent check (buyer_seen between 0 and last_number and seller_seen between 0 and last_number)
);
create index chats_of_buyer on chats (buyer_id, last_message_id desc);
create index chats_of_seller on chats (seller_id, last_message_id desc);
create index chats_unread_by_buyer on chats (buyer_id) where buyer_unread > 0;
create index chats_unread_by_seller on chats (seller_id) where seller_unread > 0;
create index chats_begun on chats (buyer_id, created_at);

create table chat_messages (
  id uuid primary key,
  chat_id uuid not null references chats,
  number int not null check (number >= 1),
  sender text not null check (sender in ('buyer', 'seller')),
  -- What the sender wrote. The other side never gets it: `shown_body` is their copy, with contact details masked.
  body text not null check (length(body) between 1 and 1000),
  shown_body text not null check (length(shown_body) between 1 and 2000),
  -- Made by the sender's page, so that a message that is sent twice is stored once.
  client_id uuid not null,
  at timestamptz not null,

  constraint message_number_is_taken unique (chat_id, number),
  constraint message_is_stored_once unique (chat_id, sender, client_id)
);

-- Whoever blocks another member gets no message from them and sends none to them, about any bike.
create table member_blocks (
  blocker_id uuid not null references members,
  blocked_id uuid not null references members,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  constraint nobody_blocks_oneself check (blocker_id <> blocked_id)
);
create index member_blocks_of_blocked on member_blocks (blocked_id);

-- Nothing is written from or to a blocked or removed member. The locks make a message and a removal take turns; a block
-- locks the chats of both members first.
create function message_reaches_member() returns trigger language plpgsql as $$
declare
  chat chats;
begin
  select * into strict chat from chats where id = new.chat_id;
  perform from members where id in (chat.buyer_id, chat.seller_id) order by id for share;
  perform from members where id in (chat.buyer_id, chat.seller_id) and removed_at is not null;
  if found or exists (select from member_blocks
      where (blocker_id, blocked_id) in ((chat.buyer_id, chat.seller_id), (chat.seller_id, chat.buyer_id))) then
    raise exception 'a member of this chat is blocked or removed' using constraint = 'message_reaches_member';
  end if;
  return new;
end $$;
create trigger message_reaches_member before insert on chat_messages for each row execute function message_reaches_member();

-- What was written stays in the order in which it was written. The text of a removed member is replaced.
create function protect_message() returns trigger language plpgsql as $$
begin
  if (new.id, new.chat_id, new.number, new.sender, new.client_id, new.at)
    is distinct from (old.id, old.chat_id, old.number, old.sender, old.client_id, old.at) then
    raise exception 'a message never changes' using constraint = 'message_never_changes';
  end if;
  return new;
end $$;
create trigger message_never_changes before update on chat_messages for each row execute function protect_message();
