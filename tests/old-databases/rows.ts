// Rows of databases of older versions, written in their names. The last digits of an id are a number, so that a row is recognized.

/** Rows that the first schema could hold: two bikes, one of them sold, a wish, a message, a login. */
export const rowsOfFirstVersion = `
  create function pg_temp.old(number int) returns uuid language sql return ('018f0000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid;
  create function pg_temp.day(number int) returns timestamptz language sql return timestamptz '2025-06-01' + number * interval '1 day';
  begin;
  insert into members (id, name, email, role, verified_at, created_at, updated_at) values
    (pg_temp.old(1), 'Rina', 'rina@example.com', 'Seller', pg_temp.day(1), pg_temp.day(0), pg_temp.day(1)),
    (pg_temp.old(2), 'Tareq', 'tareq@example.com', 'Buyer', null, pg_temp.day(0), pg_temp.day(0)),
    (pg_temp.old(3), 'Admin', 'admin@example.com', 'Admin', null, pg_temp.day(0), pg_temp.day(0));
  insert into sessions (id, member_id, token, expires_at, created_at, updated_at)
    values (pg_temp.old(4), pg_temp.old(2), 'a token of an old session', pg_temp.day(9), pg_temp.day(2), pg_temp.day(2));
  insert into accounts (id, member_id, provider_id, account_id, created_at, updated_at)
    values (pg_temp.old(5), pg_temp.old(2), 'google', 'an account', pg_temp.day(0), pg_temp.day(0));
  insert into categories (id, name, picture, description, position) values (pg_temp.old(6), 'Suzuki', '/x.webp', 'Suzuki bikes', 2);
  insert into bikes (id, seller_id, category, name, sale_price_taka, original_price_taka, bought_in_year, years_used, condition,
      seller_name, contact_number, location, picture, created_at, advertised_at, sold_at) values
    (pg_temp.old(10), pg_temp.old(1), 'Suzuki', 'Suzuki Gixxer', 150000, 250000, 2021, 4, 'Good', 'Rina', '+8801711000000',
      'Mirpur, Dhaka', '/pictures/gixxer.webp', pg_temp.day(1), pg_temp.day(2), null),
    (pg_temp.old(11), pg_temp.old(1), 'Suzuki', 'Suzuki Hayate', 80000, 120000, 2019, 6, 'Fair', 'Rina', '01711000000',
      'Mirpur, Dhaka', '/pictures/hayate.webp', pg_temp.day(1), null, pg_temp.day(5));
  insert into wishes (id, bike_id, buyer_id, created_at) values (pg_temp.old(20), pg_temp.old(10), pg_temp.old(2), pg_temp.day(3));
  insert into bookings (id, bike_id, buyer_id, contact_number, meeting_location, price_taka, created_at, paid_at)
    values (pg_temp.old(21), pg_temp.old(11), pg_temp.old(2), '01811000000', 'Banani', 80000, pg_temp.day(3), pg_temp.day(5));
  insert into payments (id, bike_id, buyer_id, booking_id, amount_taka, intent_id, state, created_at, settled_at)
    values (pg_temp.old(22), pg_temp.old(11), pg_temp.old(2), pg_temp.old(21), 80000, 'pi_first', 'succeeded', pg_temp.day(4), pg_temp.day(5));
  insert into contact_messages (id, email, message, created_at) values (pg_temp.old(23), 'tareq@example.com', 'Hello', pg_temp.day(3));
  commit;`

/** At least one row in every table that 0015_plain_names.sql touches, written under the old names. */
export const rowsBeforeRename = `
  create function pg_temp.id(number int) returns uuid language sql return ('018e0000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid;
  create function pg_temp.at(minutes int) returns timestamptz language sql return timestamptz '2026-01-01' + minutes * interval '1 minute';
  insert into members (id, name, email, role, created_at, updated_at) values
    (pg_temp.id(1), 'Habib', 'habib@example.com', 'Seller', pg_temp.at(0), pg_temp.at(0)),
    (pg_temp.id(2), 'Karim', 'karim@example.com', 'Buyer', pg_temp.at(0), pg_temp.at(0)),
    (pg_temp.id(3), 'Sadia', 'sadia@example.com', 'Buyer', pg_temp.at(0), pg_temp.at(0));
  insert into categories (id, name, picture, description, position) values (pg_temp.id(4), 'Yamaha', 'x', 'x', 1);
  insert into pictures (url, begun_at, kept_at, width_px, height_px)
    values ('/pictures/one.webp', pg_temp.at(0), pg_temp.at(1), 8, 8), ('/pictures/half.webp', pg_temp.at(0), null, null, null);
  insert into picture_uploads (member_id, picture, uploaded_at) values (pg_temp.id(1), '/pictures/one.webp', pg_temp.at(1));
  insert into bikes (id, seller_id, category, name, sale_price_taka, original_price_taka, bought_in_year, years_used, condition,
      seller_name, contact_number, location, picture, created_at, draft_id, draft_mark, brand_id, model_id)
    select pg_temp.id(10 + number), pg_temp.id(1), 'Yamaha', 'Yamaha FZS', 100000 + number * 1000, 200000, 2020, 5, 'Good',
      'Habib', '01711000000', 'Banani', '/pictures/one.webp', pg_temp.at(2), pg_temp.id(20 + number), 'checksum', brand_id, id
    from generate_series(0, 5) as number, (select id, brand_id from models order by id limit 1) as model;
  insert into wishes (id, bike_id, buyer_id, created_at) values (pg_temp.id(30), pg_temp.id(10), pg_temp.id(2), pg_temp.at(3));
  update bikes set sale_price_taka = 90000, edited_at = pg_temp.at(4) where id = pg_temp.id(10);
  update price_notes set settled_at = pg_temp.at(5), told_taka = 90000;
  update bikes set sale_price_taka = 80000, edited_at = pg_temp.at(6) where id = pg_temp.id(10);
  insert into price_letters (member_id, stop_token, stopped_at) values (pg_temp.id(2), 'price-token', null);
  insert into saved_searches (id, member_id, name, query, language, stop_token, created_at, look_from, due_at)
    values (pg_temp.id(31), pg_temp.id(2), 'FZS', 'q=fzs', 'bn', 'search-token', pg_temp.at(3), pg_temp.at(3), pg_temp.at(7));
  insert into search_matches (search_id, bike_id, told_at) values (pg_temp.id(31), pg_temp.id(11), pg_temp.at(7));
  insert into mails (id, recipient, subject, text, made_at, useless_at, next_try_at, stop_url)
    values (pg_temp.id(32), 'karim@example.com', 'x', 'x', pg_temp.at(7), pg_temp.at(8), pg_temp.at(7), 'https://motohaat.example/stop');
  insert into bike_worth (bike_id, price_taka, low_taka, mid_taka, high_taka, verdict, far_below, compared, reckoned_at)
    values (pg_temp.id(10), 80000, 90000, 100000, 110000, 'great', true, 6, pg_temp.at(8));
  insert into worth_markets (model_id, year, reckoned_at) select model_id, 2020, pg_temp.at(8) from bikes where model_id is not null limit 1;
  insert into forgotten_passwords (email, asked_at, language) values ('karim@example.com', pg_temp.at(8), 'bn');
  insert into password_resets (token_hash, member_id, made_at, ends_at) values ('hash', pg_temp.id(2), pg_temp.at(8), pg_temp.at(9));
  insert into contact_messages (id, email, message, created_at, draft_id, draft_mark)
    values (pg_temp.id(33), 'karim@example.com', 'Hello', pg_temp.at(8), pg_temp.id(34), 'checksum');
  begin;
  insert into bookings (id, bike_id, buyer_id, contact_number, meeting_location, price_taka, created_at, paid_at)
    values (pg_temp.id(40), pg_temp.id(12), pg_temp.id(3), '01811000000', 'Banani', 102000, pg_temp.at(8), pg_temp.at(9));
  insert into payments (id, bike_id, buyer_id, booking_id, amount_taka, intent_id, state, created_at)
    values (pg_temp.id(41), pg_temp.id(12), pg_temp.id(3), pg_temp.id(40), 102000, 'pi_old', 'open', pg_temp.at(8));
  update payments set state = 'succeeded', settled_at = pg_temp.at(9) where intent_id = 'pi_old';
  update bikes set sold_at = pg_temp.at(9) where id = pg_temp.id(12);
  commit;
  update payments set sent_back_taka = 2000 where intent_id = 'pi_old';
  insert into webhook_events (id, type, intent_id, made_at, received_at, processed_at)
    values ('evt_old', 'payment_intent.succeeded', 'pi_old', pg_temp.at(9), pg_temp.at(9), pg_temp.at(9));
  insert into restores (restored_at, backup_made_at, relearnt_at) values (pg_temp.at(1), pg_temp.at(0), pg_temp.at(2));`
