// Links out of a meeting: a calendar entry and a WhatsApp chat.

/** A Bangladeshi number as WhatsApp wants it: 01712-345678 → https://wa.me/8801712345678 */
export const toWhatsappUrl = (contactNumber: string): string =>
  `https://wa.me/${contactNumber.replace(/\D/g, '').replace(/^0/, '880')}`

const meetingMs = 3_600_000

const toCalendarTime = (date: Date): string => date.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** RFC 5545: a backslash before comma, semicolon and backslash; no line breaks. */
const escapeText = (text: string): string => text.replace(/[\\;,]/g, String.raw`\$&`).replace(/[\r\n]+/g, ' ')

/** A data URL of a calendar file with the meeting, which lasts an hour. */
export const toCalendarUrl = (meeting: { meetAt: string; place: string; title: string; id: string }): string => {
  const start = new Date(meeting.meetAt)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Motohaat//Deal//EN',
    'BEGIN:VEVENT',
    `UID:${meeting.id}@motohaat`,
    `DTSTAMP:${toCalendarTime(start)}`,
    `DTSTART:${toCalendarTime(start)}`,
    `DTEND:${toCalendarTime(new Date(start.getTime() + meetingMs))}`,
    `SUMMARY:${escapeText(meeting.title)}`,
    `LOCATION:${escapeText(meeting.place)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(lines.join('\r\n'))}`
}
