// The texts that people wrote, for the invariant that looks at all of them.

// The characters that contract/text.ts refuses, as PostgreSQL writes them; a long message may contain line breaks.
export const invisibleCharacters =
  '[\\u0001-\\u0009\\u000B-\\u001F\\u007F-\\u009F\\u00AD\\u061C\\u180E\\u200B\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u206F\\uE000-\\uF8FF\\uFEFF\\uFFF9-\\uFFFD]'

/** SQL: every text that a person wrote, with its longest length and whether it may have lines. */
export const userTextsSql = `
  select 'members.name' as at, id, name as text, 80 as longest, false as has_lines from members
  union all select 'bikes.name', id, name, 120, false from bikes
  union all select 'bikes.seller_name', id, seller_name, 80, false from bikes
  union all select 'bikes.location', id, location, 120, false from bikes
  union all select 'bikes.brand_name', id, brand_name, 40, false from bikes where brand_name is not null
  union all select 'bikes.model_name', id, model_name, 60, false from bikes where model_name is not null
  union all select 'bikes.description', id, description, 4000, true from bikes where description is not null
  union all select 'earlier_advertisements.name', bike_id, name, 120, false from earlier_advertisements
  union all select 'earlier_advertisements.description', bike_id, description, 4000, true from earlier_advertisements
    where description is not null
  union all select 'earlier_advertisements.location', bike_id, location, 120, false from earlier_advertisements
  union all select 'chat_messages.body', id, body, 1000, true from chat_messages
  union all select 'bookings.meeting_location', id, meeting_location, 120, false from bookings
  union all select 'cases.reason', id, reason, 1000, true from cases where reason is not null
  union all select 'cases.appeal', id, appeal, 1000, true from cases where appeal is not null
  union all select 'reports.words', id, words, 1000, true from reports where words is not null
  union all select 'ratings.words', id, words, 500, true from ratings where words is not null
  union all select 'ratings.reply', id, reply, 500, true from ratings where reply is not null
  union all select 'transfer_sides.name', deal_id, name, 80, false from transfer_sides where name is not null
  union all select 'transfer_sides.address', deal_id, address, 200, false from transfer_sides where address is not null
  union all select 'inspections.mechanic_name', id, mechanic_name, 180, false from inspections where mechanic_name is not null
  union all select 'inspections.workshop', id, workshop, 240, false from inspections where workshop is not null
  union all select 'inspection_answers.note', inspection_id, note, 1200, false from inspection_answers where note is not null
  union all select 'stolen_bikes.police_station', id, police_station, 80, false from stolen_bikes where police_station is not null
  union all select 'saved_searches.name', id, name, 80, false from saved_searches
  union all select 'contact_messages.name', id, name, 80, false from contact_messages where name is not null
  union all select 'contact_messages.subject', id, subject, 120, false from contact_messages where subject is not null
  union all select 'contact_messages.message', id, message, 4000, true from contact_messages where message is not null`
