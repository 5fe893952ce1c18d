// Links out of a meeting: an entry for Google Calendar and a WhatsApp chat.

/** A Bangladeshi number as WhatsApp wants it: 01712-345678 → https://wa.me/8801712345678 */
export const toWhatsappUrl = (contactNumber: string): string =>
  `https://wa.me/${contactNumber.replace(/\D/g, '').replace(/^0/, '880')}`

const meetingMs = 3_600_000

const toCalendarTime = (date: Date): string => date.toISOString().replace(/[-:]|\.\d{3}/g, '')

type Meeting = { meetAt: string; place: string; title: string; dealUrl: string }

/** The page of Google Calendar where the meeting, which lasts an hour, is filled in. */
export const toGoogleCalendarUrl = ({ meetAt, place, title, dealUrl }: Meeting): string => {
  const start = new Date(meetAt)
  const end = new Date(start.getTime() + meetingMs)
  const entry = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${toCalendarTime(start)}/${toCalendarTime(end)}`,
    ctz: 'Asia/Dhaka',
    location: place,
    details: dealUrl,
  })
  return `https://calendar.google.com/calendar/render?${entry.toString()}`
}
