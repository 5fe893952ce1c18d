// Before the first message to a seller. The conversation begins with it.
import { useCallback, useState } from 'react'
import {
  redirect,
  useLoaderData,
  useNavigate,
  useRevalidator,
  useSearchParams,
  type LoaderFunctionArgs,
} from 'react-router'
import { toPageResult } from '#web/components/load-page.ts'
import { appContext, useApp, useMessages } from '#web/context/app-context.ts'
import { chatMessages } from '#web/i18n/en/chats.ts'
import { createId } from '#web/lib/create-id.ts'
import { ErrorNote } from '#web/ui/note.tsx'
import { ChatHead } from './chat-head.tsx'
import { ChatLog } from './chat-log.tsx'
import { ChatStyles } from './chat-styles.tsx'
import type { ChatStart } from './chat-types.ts'
import { Compose } from './compose.tsx'
import { OfferDialog } from './offer-dialog.tsx'
import { useOutgoing } from './use-outgoing.ts'

/** Loads the bike and its seller; leads on to the conversation that there is. */
export const loader = async ({ context, params: { slug = '' }, request }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const result = await toPageResult(client('GET /bikes/:slug/chat', { params: { slug } }))
  const { search } = new URL(request.url)
  if (result.ok && result.value.chatId !== null) throw redirect(`/dashboard/chats/${result.value.chatId}${search}`)
  return result
}

const Start = ({ start }: { start: ChatStart }) => {
  const { title } = useMessages()
  const texts = useMessages(chatMessages)
  const { client } = useApp()
  const navigate = useNavigate()
  const { productId } = start
  const send = useCallback(
    async (message: { clientId: string; text: string }) => {
      const { chatId } = await client('POST /chats', { body: { productId, ...message } })
      await navigate(`/dashboard/chats/${chatId}`, { replace: true })
    },
    [client, navigate, productId],
  )
  const { outgoing, add, retry } = useOutgoing(productId, send)
  const [params] = useSearchParams()
  const [isOffering, setIsOffering] = useState(params.has('offer'))
  const offer = async (price: number) => {
    const { chatId, message } = await client('POST /offers', { body: { productId, price, clientId: createId() } })
    await navigate(`/dashboard/chats/${chatId}`, { replace: true })
    return message
  }
  return (
    <section className="talk">
      <title>{title(texts.title(start.otherName, start.productName))}</title>
      <ChatHead about={start} />
      <ChatLog
        side="buyer"
        messages={[]}
        outgoing={outgoing}
        otherName={start.otherName}
        otherSeen={0}
        isMasking
        older={null}
        onRetry={retry}
      >
        {() =>
          start.canWrite ? (
            <Compose
              side="buyer"
              onSend={add}
              onOffer={start.offering === 'open' ? () => setIsOffering(true) : undefined}
            />
          ) : (
            <div className="compose compose--shut">
              <p>{texts.shut.sold}</p>
            </div>
          )
        }
      </ChatLog>
      {isOffering && start.offering === 'open' && (
        <OfferDialog about={start} onSend={offer} onClose={() => setIsOffering(false)} />
      )}
    </section>
  )
}

export default function AskPage() {
  const { retry } = useMessages(chatMessages)
  const { revalidate } = useRevalidator()
  const result = useLoaderData<typeof loader>()
  return (
    <>
      <ChatStyles />
      {result.ok ? (
        <Start start={result.value} />
      ) : (
        <ErrorNote message={result.message} retry={retry} onRetry={() => void revalidate()} />
      )}
    </>
  )
}
