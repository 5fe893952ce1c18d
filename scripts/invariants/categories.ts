// G1 to G3: the categories of the bikes and of the home page.
import type { Invariant } from './invariant.ts'

export const categoryInvariants: readonly Invariant[] = [
  {
    id: 'G1',
    statement:
      'The category of a bike is that of its brand, "Other" for a typed brand, and one of the three without one.',
    sql: `select bikes.id, category, bikes.brand_id, brand_name from bikes
      left join categories as of_brand on of_brand.brand_id = bikes.brand_id
      where category is distinct from case when bikes.brand_id is not null then of_brand.name
        when brand_name is not null then 'Other'
        when category in ('Yamaha', 'Suzuki', 'TVS') then category end`,
  },
  {
    id: 'G2',
    statement: 'The cards of the home page are Yamaha, Suzuki and TVS, each with a picture and a description.',
    sql: `select required.name as required, card.name as found
      from (values ('Yamaha'), ('Suzuki'), ('TVS')) as required (name)
      full join (select * from categories where kind = 'card') as card on card.name = required.name
      where required.name is null or card.picture is null or card.description is null or card.position is null`,
  },
  {
    id: 'G3',
    statement:
      'Each brand of the catalogue has one category, with its name or as a card; "Other" is the only one without.',
    sql: `select brands.id, brands.name as brand, categories.name as category, kind
      from brands full join categories on brand_id = brands.id
      where case kind when 'card' then false
        when 'brand' then categories.name is distinct from brands.name
        when 'other' then categories.name <> 'Other' or brand_id is not null
        else true end`,
  },
]
