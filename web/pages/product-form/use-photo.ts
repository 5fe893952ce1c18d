import { useEffect, useRef, useState } from 'react'
import { troubleOf } from '#web/context/display-error.ts'
import { notAddedToastMs, toast } from '#web/ui/toast.ts'
import { selling } from '#web/i18n/en/selling.ts'
import { useChapter, useWorld } from '#web/context/app-context.ts'
import { photoPreview } from './photo-preview.ts'

/** The shop's own limit, looked at before ten megabytes travel for nothing. */
const photoBytesMax = 10 * 1024 * 1024

export type Photo =
  | { state: 'none' }
  /** `share` of it is on its way, from 0 to 1. */
  | { state: 'sending'; share: number; preview: string | null }
  | { state: 'failed'; file: File; preview: string | null }
  | { state: 'here'; url: string }

type Sending = { file: File; end: AbortController; url: Promise<string | null> }

/**
 * The photo of the bike: it is sent as soon as it is chosen, and again as often as it failed.
 * @param options.first the address of the one that was uploaded before, or '' for none
 * @param options.onHere told the address when the shop has it
 */
export const usePhoto = ({ first, onHere }: { first: string; onHere: (url: string) => void }) => {
  const { client } = useWorld()
  const { add } = useChapter(selling)
  const [photo, setPhoto] = useState<Photo>(first === '' ? { state: 'none' } : { state: 'here', url: first })
  const sending = useRef<Sending>(null)
  useEffect(() => () => sending.current?.end.abort(), [])

  const upload = async (file: File, end: AbortController): Promise<string | null> => {
    const isCurrent = () => !end.signal.aborted
    const progress = (change: Partial<{ share: number; preview: string | null }>) => {
      if (!isCurrent()) return
      setPhoto((now) => (now.state === 'sending' || now.state === 'failed' ? { ...now, ...change } : now))
    }
    const form = new FormData()
    form.set('image', file)
    void photoPreview(file).then((preview) => progress({ preview }))
    try {
      const { data } = await client(
        'POST /images',
        { form },
        { signal: end.signal, onProgress: (share) => progress({ share }) },
      )
      if (!isCurrent()) return null
      setPhoto({ state: 'here', url: data.url })
      onHere(data.url)
      return data.url
    } catch (error) {
      if (!isCurrent()) return null
      setPhoto((now) => ({ state: 'failed', file, preview: 'preview' in now ? now.preview : null }))
      toast.error(troubleOf(error).message, notAddedToastMs)
      return null
    }
  }

  const send = (file: File): Promise<string | null> => {
    sending.current?.end.abort()
    const end = new AbortController()
    setPhoto({ state: 'sending', share: 0, preview: null })
    const url = upload(file, end)
    sending.current = { file, end, url }
    return url
  }

  const choose = (file: File) => {
    if (file.size > photoBytesMax) toast.error(add.tooBig, notAddedToastMs)
    else void send(file)
  }

  /** The address of the photo once it is in the shop: waits for it, tries again what failed; null when it is not. */
  const arrived = (): Promise<string | null> => {
    if (photo.state === 'here') return Promise.resolve(photo.url)
    if (photo.state === 'failed') return send(photo.file)
    return sending.current?.url ?? Promise.resolve(null)
  }

  /** Shows a photo that is in the shop already. */
  const show = (url: string) => {
    sending.current?.end.abort()
    setPhoto({ state: 'here', url })
    onHere(url)
  }

  const isHere = (url: string): boolean => photo.state === 'here' && photo.url === url

  return { photo, choose, again: send, arrived, show, isHere, drop: () => setPhoto({ state: 'none' }) }
}
