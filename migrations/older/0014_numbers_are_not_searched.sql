-- Telephone numbers are no words of a bike: what its page masks for visitors must not be found out by searching for it,
-- digit by digit. The same numbers as in `withoutNumbers` of market/bikes/rules.ts. The function only says less than before,
-- so a version of the shop that knows nothing of this goes on working.
create or replace function search_words(written text) returns text[] language sql immutable parallel safe
  return array_remove(regexp_split_to_array(
    regexp_replace(
      translate(lower(normalize(coalesce(written, ''), NFKC)), '০১২৩৪৫৬৭৮৯', '0123456789'),
      '(\+?88[\s.‐‑–—-]*)?0[\s.‐‑–—-]*1([\s.()‐‑–—-]*[0-9]){9}', ' ', 'g'),
    '[][\s.,_''’"“”()/|:;!?#*+&%@<>=~^{}\\।৳-]+'), '');

-- The bikes on sale in whose texts such a number may stand; all others have their words already.
update bike_search set words = array_to_tsvector(search_words(written))
from bikes, lateral (select concat_ws(' ', name, location, brand_name, model_name, description) as written) as texts
where bikes.id = bike_id
  and normalize(written, NFKC) ~ '[0০][\s.‐‑–—-]*[1১]([\s.()‐‑–—-]*[0-9০-৯]){9}';
