import { Check } from 'lucide'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { Message as Shape } from '#contract/contact.ts'
import { telephoneLink } from '#web/lib/bike.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { EmptyStall } from '#web/components/empty-state.tsx'
import { placeIn } from '#web/components/list-position.ts'
import { PagesNav } from '#web/components/pagination.tsx'
import { troubleOf } from '#web/context/display-error.ts'
import { toast } from '#web/ui/toast.ts'
import { desk } from '#web/i18n/en/admin.ts'
import { useChapter, useFigures, useWords, useWorld, world } from '#web/context/app-context.ts'
import { Icon } from '#web/ui/icon.tsx'

type Message = z.output<typeof Shape>

const rowsPerPage = '20'

/** The page of messages that the address asks for. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const place = { ...placeIn(new URL(request.url).searchParams), search: '' }
  const query = { limit: rowsPerPage, cursor: place.cursor }
  return { place, page: await context.get(world).client.page('GET /messages', { query }) }
}

const Handle = ({ message }: { message: Message }) => {
  const { messages } = useChapter(desk)
  const { client } = useWorld()
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)
  const handle = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      await client('PUT /messages/:id', { params: { id: message._id }, body: { handled: true } })
      toast.success(messages.handleSuccess)
    } catch (error) {
      toast.error(troubleOf(error).message)
    }
    await revalidate()
    setIsBusy(false)
  }
  if (message.handled) {
    return (
      <span className="badge badge--good">
        <Icon of={Check} size={16} />
        {messages.handled}
      </span>
    )
  }
  return (
    <button
      className="btn btn--line"
      type="button"
      aria-label={messages.handleOf(message.email)}
      aria-busy={isBusy}
      onClick={() => void handle()}
    >
      {messages.handle}
    </button>
  )
}

const From = ({ message }: { message: Message }) => {
  const { messages } = useChapter(desk)
  const { dayAndTime, digits } = useFigures()
  return (
    <p className="message__from">
      <b>{message.name ?? messages.noName}</b>
      <a className="link" href={`mailto:${message.email}`}>
        {message.email}
      </a>
      {message.phone !== null && (
        <a className="link num" href={telephoneLink(message.phone)}>
          {digits(message.phone)}
        </a>
      )}
      <span className="num">{dayAndTime(message.date, message.time)}</span>
    </p>
  )
}

const Item = ({ message }: { message: Message }) => {
  const { messages } = useChapter(desk)
  return (
    <li className="message">
      <h2>{message.subject ?? messages.noSubject}</h2>
      <From message={message} />
      <p className="message__text">{message.message ?? messages.noText}</p>
      <Handle message={message} />
    </li>
  )
}

const Empty = () => {
  const { messages, home } = useChapter(desk)
  const way = (
    <Link className="btn btn--primary" to="/">
      {home}
    </Link>
  )
  return (
    <EmptyStall heading={messages.emptyHeading} way={way}>
      {messages.emptyText}
    </EmptyStall>
  )
}

/** What people wrote to the shop, for the admin. */
export default function Messages() {
  const { title } = useWords()
  const { messages } = useChapter(desk)
  const { place, page } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{title(messages.title)}</title>
      <DashboardHead>{messages.heading(page.total)}</DashboardHead>
      {page.items.length === 0 && place.cursor === undefined && <Empty />}
      <ul className="messages">
        {page.items.map((message) => (
          <Item key={message._id} message={message} />
        ))}
      </ul>
      <PagesNav place={place} shown={page.items.length} total={page.total} next={page.next} />
    </>
  )
}
