import { CalendarDays, CalendarPlus, Clock, Copy, MessageCircle, MessageSquareText, Phone } from 'lucide'
import type { ReactNode } from 'react'
import { Link, useHref } from 'react-router'
import { OpenInBrowser } from '#web/components/app-browser/open-in-browser.tsx'
import { useAppBrowser } from '#web/components/app-browser/use-app-browser.ts'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { toDhakaParts } from '#web/i18n/deal-times.ts'
import { BuyerFacts } from '#web/components/deals/buyer-facts.tsx'
import { toDealPath, toMessagesPath } from '#web/components/deals/deal-paths.ts'
import { type Deal, toFirstName, toMessageSide } from '#web/components/deals/describe-deal.ts'
import { appBrowserMessages } from '#web/i18n/en/app-browser.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { meetingMessages } from '#web/i18n/en/meeting.ts'
import { toTelephoneUrl } from '#web/lib/bike.ts'
import { getInitials } from '#web/ui/avatar.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toast.ts'
import { toGoogleCalendarUrl, toWhatsappUrl } from './meeting-links.ts'

type Props = { deal: Deal }

const DateBlock = ({ iso }: { iso: string }) => {
  const { times } = useMessages(dealMessages)
  const { weekday, day, month } = times.block(iso)
  return (
    <span className="meet__day" aria-hidden>
      <span>{weekday}</span>
      <b>{day}</b>
      <span>{month}</span>
    </span>
  )
}

const [firstDayHour, lastDayHour] = [6, 18]

/** Whether a time is one at which it is dark in Dhaka. */
const isAfterDark = (iso: string | null): boolean => {
  if (iso === null) return false
  const { hour } = toDhakaParts(iso)
  return hour < firstDayHour || hour >= lastDayHour
}

/** A time is agreed on, and the bike is not handed over yet. */
const isMeetingAhead = ({ meetAt, state }: Deal): boolean =>
  meetAt !== null && (state === 'accepted' || state === 'held')

/** The agreed time, else the proposed one, else that there is none. */
const When = ({ deal }: Props) => {
  const meeting = useMessages(meetingMessages)
  const { times } = useMessages(dealMessages)
  const shownAt = deal.meetAt ?? deal.proposedMeetAt
  const place = (deal.meetAt === null ? deal.proposedPlace : null) ?? deal.meetPlace
  const isOver = deal.handedOverAt !== null || deal.state === 'closed'
  const heading =
    shownAt === null
      ? isOver
        ? meeting.contact
        : deal.state === 'requested'
          ? meeting.beforeAnswer[toMessageSide(deal.side)]
          : meeting.none
      : deal.meetAt === null
        ? meeting.proposed(times.meetingClock(shownAt))
        : meeting.at(times.meetingClock(shownAt))
  return (
    <div className="meet__when">
      {shownAt !== null && <DateBlock iso={times.toMeetingDay(shownAt)} />}
      <div>
        <h2 id="meeting">
          {shownAt !== null && <span className="sr-only">{times.longDay(times.toMeetingDay(shownAt))} </span>}
          {heading}
        </h2>
        {place === null ? (
          <p>{meeting.noneText}</p>
        ) : (
          !(isOver && shownAt === null) && (
            <p>
              {meeting.place} <span>{place}</span>
            </p>
          )
        )}
        {!isOver && isAfterDark(deal.proposedMeetAt ?? deal.meetAt) && (
          <p>{meeting.afterDark[toMessageSide(deal.side)]}</p>
        )}
        {isMeetingAhead(deal) && <p>{meeting.bring[toMessageSide(deal.side)]}</p>}
        {deal.meetAt !== null && deal.proposedMeetAt !== null && (
          <p>{meeting.proposed(times.at(deal.proposedMeetAt))}</p>
        )}
      </div>
    </div>
  )
}

/** The ways to reach the other: by number once it is shown, and by message here as long as the deal goes on. */
const Reach = ({ deal }: Props) => {
  const meeting = useMessages(meetingMessages)
  const { otherNumber: number, state } = deal
  const messagesPath = state === 'closed' ? null : toMessagesPath(deal)
  if (number === null && messagesPath === null) return null
  return (
    <div className="meet__acts">
      {number !== null && (
        <>
          <a className="btn btn--line" href={toTelephoneUrl(number)}>
            <Icon of={Phone} size={18} />
            {meeting.call}
          </a>
          <a className="btn btn--line" href={toWhatsappUrl(number)} target="_blank" rel="noopener noreferrer">
            <Icon of={MessageCircle} size={18} />
            {meeting.whatsapp}
          </a>
        </>
      )}
      {messagesPath !== null && (
        <Link className="btn btn--line" to={messagesPath}>
          <Icon of={MessageSquareText} size={18} />
          {meeting.message}
        </Link>
      )}
    </div>
  )
}

const Who = ({ deal }: Props) => {
  const meeting = useMessages(meetingMessages)
  const { digits } = useFormat()
  const isOver = deal.state === 'closed'
  return (
    <>
      <div className="meet__who">
        <span className="avatar" aria-hidden>
          {getInitials(deal.otherName)}
        </span>
        <span>
          <b>{deal.otherName}</b>
          {toMessageSide(deal.side) === 'buyer' ? meeting.seller : meeting.buyer}
          {deal.otherNumber !== null && <span className="num">{digits(deal.otherNumber)}</span>}
        </span>
        {deal.buyer !== null && <BuyerFacts buyer={deal.buyer} />}
        {deal.otherNumber === null && !isOver && (
          <p>
            {deal.side === 'buyer' ? (
              <Link className="link" to={`/bikes/${deal.slug}#seller`}>
                {meeting.numberOnBike(toFirstName(deal.otherName))}
              </Link>
            ) : (
              meeting[deal.bookUntil === null ? 'numberLater' : 'numberWithBooking']
            )}
          </p>
        )}
      </div>
      <Reach deal={deal} />
    </>
  )
}

const CopyPlace = ({ place }: { place: string }) => {
  const meeting = useMessages(meetingMessages)
  const copy = async () => {
    await navigator.clipboard.writeText(place)
    toast.success(meeting.copied)
  }
  return (
    <button className="btn btn--quiet" type="button" onClick={() => void copy().catch(() => toast.error(place))}>
      <Icon of={Copy} size={18} />
      {meeting.copy}
    </button>
  )
}

/** The meeting for the calendar of the phone, as a file of the server, and for Google Calendar. */
const CalendarLinks = ({ deal, meetAt }: Props & { meetAt: string }) => {
  const meeting = useMessages(meetingMessages)
  const { whyCalendar } = useMessages(appBrowserMessages)
  const browser = useAppBrowser()
  const { shopUrl } = useApp()
  const { meetingFile, meetPlace, productName: bike, _id: id } = deal
  const dealUrl = `${shopUrl}${useHref(toDealPath(id))}`
  const googleUrl = toGoogleCalendarUrl({ meetAt, place: meetPlace ?? '', title: meeting.entry(bike), dealUrl })
  if (browser !== null) return <OpenInBrowser browser={browser} why={whyCalendar} />
  return (
    <>
      {meetingFile !== null && (
        <a className="btn btn--quiet" href={meetingFile}>
          <Icon of={CalendarPlus} size={18} />
          {meeting.calendar}
        </a>
      )}
      <a className="btn btn--quiet" href={googleUrl} target="_blank" rel="noopener noreferrer">
        <Icon of={CalendarDays} size={18} />
        {meeting.googleCalendar}
      </a>
    </>
  )
}

/** When and where both meet, and the other's name and number. `changeTime` is the button that proposes another time. */
export const MeetingCard = ({ deal, changeTime }: Props & { changeTime: ReactNode }) => {
  const { meetAt, meetPlace } = deal
  const isAhead = isMeetingAhead(deal)
  return (
    <section className="meet" aria-labelledby="meeting">
      <When deal={deal} />
      <Who deal={deal} />
      {(isAhead || changeTime) && (
        <div className="meet__more">
          {isAhead && meetAt !== null ? (
            <CalendarLinks deal={deal} meetAt={meetAt} />
          ) : (
            meetPlace !== null && <CopyPlace place={meetPlace} />
          )}
          {changeTime}
        </div>
      )}
    </section>
  )
}

/** The icon of the button that changes the time. */
export const TimeIcon = () => <Icon of={Clock} size={18} />
