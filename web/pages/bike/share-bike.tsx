import { Link2, MessageCircle, Send, Share2 } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toast.ts'
import { useReady } from '#web/ui/hydration/use-ready.ts'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { useMessages } from '#web/context/app-context.ts'

type Props = { url: string; title: string; text: string }

/** Opens the browser's share sheet, where it has one. */
const NativeShareButton = ({ url, title, text }: Props) => {
  const { share } = useMessages(bikePageMessages)
  const isReady = useReady()
  if (!isReady || typeof navigator.share !== 'function') return null
  // Closing the share sheet rejects the promise; that is not an error.
  const openShareSheet = () => void navigator.share({ url, title, text }).catch(() => {})
  return (
    <button className="btn" type="button" onClick={openShareSheet}>
      <Icon of={Share2} size={18} />
      {share.more}
    </button>
  )
}

/** Shares the bike by WhatsApp, by Messenger on phones, as a copied link, or by the browser's share sheet. */
export const ShareBike = ({ url, title, text }: Props) => {
  const { share } = useMessages(bikePageMessages)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      toast.success(share.copied)
    } catch {
      toast.error(share.notCopied)
    }
  }
  return (
    <section className="share" aria-label={share.heading}>
      <a className="btn" href={`https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`} rel="noopener noreferrer">
        <Icon of={MessageCircle} size={18} />
        {share.whatsapp}
      </a>
      <a className="btn share__app" href={`fb-messenger://share/?link=${encodeURIComponent(url)}`}>
        <Icon of={Send} size={18} />
        {share.messenger}
      </a>
      <button className="btn needs-scripts" type="button" onClick={() => void copy()}>
        <Icon of={Link2} size={18} />
        {share.copy}
      </button>
      <NativeShareButton url={url} title={title} text={text} />
    </section>
  )
}
