-- What goes back to a buyer only falls: by what already went back outside the shop, before any of it is sent. The owner is
-- bound too, so that a mistake in a command is refused.
create function check_refund_amount() returns trigger language plpgsql as $$
begin
  if old.state not in ('due', 'failed') or old.sent_by is not null or new.amount_poisha > old.amount_poisha then
    raise exception 'the amount of the refund % only falls, before it is sent', old.id using constraint = 'refund_amount_only_falls';
  end if;
  return new;
end $$;
create trigger refund_amount_only_falls before update of amount_poisha on refunds for each row
  when (old.amount_poisha <> new.amount_poisha) execute function check_refund_amount();
