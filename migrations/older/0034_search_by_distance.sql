-- The search sorts by distance: it reads the newest bikes of each district, and not all bikes on sale. The index takes 64 MB for
-- a million bikes, and a few seconds to create, during which no bike can be listed.
create index search_by_place on bike_search (district, bike_id desc)
  include (make_id, price_taka, kilometres, year, engine_cc, condition, is_verified);
