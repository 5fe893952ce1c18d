import { MessageCircle } from 'lucide'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { useRevalidateOnNotification } from '#web/components/notifications/use-revalidate.ts'
import { appContext, useMessages } from '#web/context/app-context.ts'
import { chatMessages } from '#web/i18n/en/chats.ts'
import { Await, defer } from '#web/ui/await.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ErrorNote } from '#web/ui/note.tsx'
import { fetchChatList, Filters, getShow, Threads } from './chat-list.tsx'
import { ChatStyles } from './chat-styles.tsx'

/** Loads the newest conversations. */
export const loader = async ({ context, request: { url } }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  return { ...(await defer(toPageResult(fetchChatList(client, url)))), show: getShow(url) }
}

const Skeleton = () => {
  const { loading } = useMessages(chatMessages)
  return (
    <div role="status">
      <span className="sr-only">{loading}</span>
      <div className="threads" aria-hidden>
        {['first', 'second', 'third'].map((key) => (
          <div key={key} className="bone thread--bones" />
        ))}
      </div>
    </div>
  )
}

export default function Chats() {
  const { title } = useMessages()
  const messages = useMessages(chatMessages)
  const { revalidate } = useRevalidator()
  const { data, show } = useLoaderData<typeof loader>()
  useRevalidateOnNotification()
  return (
    <>
      <ChatStyles />
      <title>{title(messages.heading)}</title>
      <div className="panes">
        <div className="panes__list">
          <DashboardHead>{messages.heading}</DashboardHead>
          <Filters show={show} />
          <Await data={data} fallback={<Skeleton />}>
            {(result) =>
              result.ok ? (
                <Threads key={result.value.show ?? 'all'} {...result.value} />
              ) : (
                <ErrorNote message={result.message} retry={messages.retry} onRetry={() => void revalidate()} />
              )
            }
          </Await>
        </div>
        <div className="panes__none">
          <Icon of={MessageCircle} size={32} />
          <b>{messages.list.choose}</b>
          <p>{messages.list.chooseText}</p>
        </div>
      </div>
    </>
  )
}
