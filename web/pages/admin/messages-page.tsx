import { Check } from 'lucide'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { Message as Shape } from '#contract/contact.ts'
import { MemberStyles } from '#web/layout/page-styles.tsx'
import { toTelephoneUrl } from '#web/lib/bike.ts'
import { toMailUrl, toReplyUrl } from '#web/lib/reply-url.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { parseListPosition } from '#web/components/list-position.ts'
import { Pagination } from '#web/components/pagination.tsx'
import { toDisplayError } from '#web/context/display-error.ts'
import { toast } from '#web/ui/toast.ts'
import { adminMessages } from '#web/i18n/en/admin.ts'
import { useMessages, useFormat, useApp, appContext } from '#web/context/app-context.ts'
import { Icon } from '#web/ui/icon.tsx'

type Message = z.output<typeof Shape>

const rowsPerPage = '20'

/** Fetches the page of contact messages that the URL names. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const position = { ...parseListPosition(new URL(request.url).searchParams), search: '' }
  const query = { limit: rowsPerPage, cursor: position.cursor }
  return { position, page: await context.get(appContext).client.page('GET /messages', { query }) }
}

const HandleButton = ({ message }: { message: Message }) => {
  const { messages } = useMessages(adminMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)
  const handle = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      await client('PUT /messages/:id', { params: { id: message._id }, body: { handled: true } })
      toast.success(messages.handleSuccess)
    } catch (error) {
      toast.error(toDisplayError(error).message)
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
      aria-label={messages.handleLabel(message.email)}
      aria-busy={isBusy}
      onClick={() => void handle()}
    >
      {messages.handle}
    </button>
  )
}

const Sender = ({ message }: { message: Message }) => {
  const { messages } = useMessages(adminMessages)
  const { dayAndTime, digits } = useFormat()
  return (
    <p className="message__from">
      <b>{message.name ?? messages.noName}</b>
      <a className="link" href={toMailUrl(message.email)}>
        {message.email}
      </a>
      {message.phone !== null && (
        <a className="link num" href={toTelephoneUrl(message.phone)}>
          {digits(message.phone)}
        </a>
      )}
      <span className="num">{dayAndTime(message.date, message.time)}</span>
    </p>
  )
}

const Item = ({ message }: { message: Message }) => {
  const { messages } = useMessages(adminMessages)
  return (
    <li className="message">
      <h2>{message.subject ?? messages.noSubject}</h2>
      <Sender message={message} />
      <p className="message__text">{message.message ?? messages.noText}</p>
      <div className="acts">
        <HandleButton message={message} />
        <a className="btn btn--quiet" href={toReplyUrl(message)} aria-label={messages.replyLabel(message.email)}>
          {messages.reply}
        </a>
      </div>
    </li>
  )
}

const Empty = () => {
  const { messages, home } = useMessages(adminMessages)
  const action = (
    <Link className="btn btn--primary" to="/">
      {home}
    </Link>
  )
  return (
    <EmptyState heading={messages.emptyHeading} action={action}>
      {messages.emptyText}
    </EmptyState>
  )
}

/** The admin's list of contact messages. */
export default function Messages() {
  const { title } = useMessages()
  const { messages } = useMessages(adminMessages)
  const { position, page } = useLoaderData<typeof loader>()
  return (
    <>
      <MemberStyles />
      <title>{title(messages.title)}</title>
      <DashboardHead>{messages.heading(page.total)}</DashboardHead>
      {page.items.length === 0 && position.cursor === undefined && <Empty />}
      <ul className="messages">
        {page.items.map((message) => (
          <Item key={message._id} message={message} />
        ))}
      </ul>
      <Pagination position={position} shown={page.items.length} total={page.total} next={page.next} />
    </>
  )
}
