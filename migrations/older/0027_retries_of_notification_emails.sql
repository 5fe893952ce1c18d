-- An e-mail of a notification that cannot be written waits for its next try, so that it holds up no other.
alter table notifications add column email_tries int not null default 0 check (email_tries >= 0);
alter table notifications add column email_next_try_at timestamptz;
