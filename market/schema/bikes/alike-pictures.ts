// Finds pictures of a bike that another member's bike has too.
import { type SQL, sql } from 'drizzle-orm'

// Of two pictures of one scene at most two bits differ after another size and compression; of two bikes about 30.
const maxBits = 6

/**
 * SQL: the pictures of a bike that an older bike of another member also has, the same file or one that looks the same: `own`,
 * `other` and `other_bike_id`. The first picture of the bike comes first.
 */
export const selectAlikePictures = ({ id, sellerId }: { id: string; sellerId: string }): SQL => sql`
  select own.url as own, upload.picture as other, other_bike.id as other_bike_id from (
    select picture as url, 1 as position from bikes where id = ${id}
    union all select picture, position from bike_pictures where bike_id = ${id}) as own
  join pictures as mine on mine.url = own.url
  join pictures as alike on alike.url = mine.url or (
    ((alike.dhash & 65535) = (mine.dhash & 65535) or ((alike.dhash >> 16) & 65535) = ((mine.dhash >> 16) & 65535)
      or ((alike.dhash >> 32) & 65535) = ((mine.dhash >> 32) & 65535)
      or ((alike.dhash >> 48) & 65535) = ((mine.dhash >> 48) & 65535))
    and bit_count((alike.dhash # mine.dhash)::bit(64)) <= ${maxBits})
  join picture_uploads as upload on upload.picture = alike.url and upload.member_id <> ${sellerId}
  join lateral (select other.id from bikes as other where other.seller_id = upload.member_id and other.id < ${id}
    and (other.picture = upload.picture or exists (select from bike_pictures as further
      where further.bike_id = other.id and further.picture = upload.picture)) limit 1) as other_bike on true
  order by own.position limit 1`
