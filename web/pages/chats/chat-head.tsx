import { Ban, ChevronLeft, MessageCircleWarning } from 'lucide'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { toFirstName } from '#web/components/deals/describe-deal.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { chatMessages } from '#web/i18n/en/chats.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LoadingPart } from '#web/ui/loading-part.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { toast } from '#web/ui/toast.ts'
import { VerifiedIcon } from '#web/ui/verified-icon.tsx'
import type { Chat } from './chat-types.ts'

type Subject = Pick<Chat, 'slug' | 'productName' | 'image' | 'price' | 'otherName' | 'isOtherVerified'>

const ReportDialog = lazy(async () => ({
  default: (await import('#web/components/report/report-dialog.tsx')).ReportDialog,
}))

/** Reports the conversation, and with it the other side. */
export const ReportChatButton = ({ chat: { _id: chatId, otherName } }: { chat: Pick<Chat, '_id' | 'otherName'> }) => {
  const { report } = useMessages(chatMessages)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        className="xbtn"
        type="button"
        aria-label={report(toFirstName(otherName))}
        onClick={() => setIsOpen(true)}
      >
        <Icon of={MessageCircleWarning} size={22} />
      </button>
      {isOpen && (
        <Suspense fallback={<LoadingPart />}>
          <ReportDialog about={{ chatId }} mayHide={false} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

type BlockProps = { chat: Pick<Chat, '_id' | 'otherName'>; onChanged: () => void }

/** Blocks the other side, after a question. */
export const BlockButton = ({ chat: { _id: id, otherName }, onChanged }: BlockProps) => {
  const { block } = useMessages(chatMessages)
  const { client } = useApp()
  const [isOpen, setIsOpen] = useState(false)
  const name = toFirstName(otherName)
  const confirm = async () => {
    try {
      await client('PUT /chats/:id/block', { params: { id }, body: { blocked: true } })
      toast.success(block.done)
      onChanged()
    } catch (cause) {
      toast.error(toDisplayError(cause).message)
    }
  }
  return (
    <>
      <button className="xbtn" type="button" aria-label={block.open(name)} onClick={() => setIsOpen(true)}>
        <Icon of={Ban} size={22} />
      </button>
      {isOpen && (
        <Confirm
          heading={block.open(name)}
          text={block.text}
          labels={block}
          onConfirm={confirm}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

/** The other side and the bike; `children` are further buttons. */
export const ChatHead = ({ about, children }: { about: Subject; children?: ReactNode }) => {
  const { back } = useMessages(chatMessages)
  const { card } = useMessages()
  const { taka } = useFormat()
  return (
    <div className="talk__head">
      <Link className="xbtn" to="/dashboard/chats" aria-label={back}>
        <Icon of={ChevronLeft} size={24} />
      </Link>
      <Picture src={about.image} alt="" sizes="60px" isFirst />
      <div className="talk__who">
        <h1>
          <span>{about.otherName}</span>
          {about.isOtherVerified && (
            <span className="verified">
              <VerifiedIcon size={18} />
              <span className="sr-only">{card.verified}</span>
            </span>
          )}
        </h1>
        <p>
          <Link to={`/bikes/${about.slug}`} translate="no">
            {about.productName}
          </Link>
          <b className="num">{taka(about.price)}</b>
        </p>
      </div>
      {children}
    </div>
  )
}
