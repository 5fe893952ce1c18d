// I21, I23 and I24: pictures and details of a bike; I30: its alerts.
import type { Invariant } from './invariant.ts'

const shownPicturesSql = `
  select id, seller_id, picture from bikes
  union all select bike_id, seller_id, picture from bike_pictures`

export const bikeInvariants: readonly Invariant[] = [
  {
    id: 'I21',
    statement: 'Every bike shows pictures that are kept and that its seller uploaded.',
    sql: `select shown.id, shown.picture, stored_at from (${shownPicturesSql}) as shown
      left join picture_uploads on (member_id, picture_uploads.picture) = (seller_id, shown.picture)
      left join pictures on url = shown.picture
      where stored_at is null or member_id is null`,
  },
  {
    id: 'I23',
    statement: 'The newest price of a bike’s history is the one it has.',
    // Invalid prices are reported by I16a.
    sql: `select bikes.id, sale_price_taka, newest.price_taka from bikes
      left join lateral (
        select price_taka from bike_prices where bike_id = bikes.id order by bike_prices.id desc limit 1
      ) as newest on true
      where sale_price_taka between 1000 and 9999999 and newest.price_taka is distinct from sale_price_taka`,
  },
  {
    id: 'I24',
    statement: 'A bike’s brand and model are kept by id or by name, never by both, and the model is one of the brand.',
    sql: `select bikes.id, bikes.brand_id, brand_name, model_id, model_name from bikes
      left join models on models.id = model_id
      where num_nonnulls(bikes.brand_id, brand_name) > 1 or num_nonnulls(model_id, model_name) > 1
        or (num_nonnulls(model_id, model_name) = 1 and num_nonnulls(bikes.brand_id, brand_name) = 0)
        or (model_id is not null and models.brand_id is distinct from bikes.brand_id)`,
  },
  {
    id: 'I30',
    statement: 'A saved search belongs to a member who is here, and has told no bike of its own member’s.',
    sql: `select saved_searches.id, removed_at, null as bike_id from saved_searches
      join members on members.id = member_id where removed_at is not null
      union all select search_id, null, bike_id from search_matches
        join saved_searches on saved_searches.id = search_id join bikes on bikes.id = bike_id
        where seller_id = member_id`,
  },
]
