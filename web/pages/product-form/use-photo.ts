import { maxPictureBytes } from '#contract/limits.ts'
import { useEffect, useRef, useState } from 'react'
import { toDisplayError } from '#web/context/display-error.ts'
import { productErrorToastMs, toast } from '#web/ui/toast.ts'
import { productFormMessages } from '#web/i18n/en/product-form.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import type { SavedBytes } from '#web/components/pictures/picture-plan.ts'
import { createPhotoPreview } from '#web/components/pictures/photo-preview.ts'
import { shrinkPicture } from '#web/components/pictures/shrink-picture.ts'

export type Photo =
  | { state: 'none' }
  /** `fraction` is the uploaded part, from 0 to 1; null while the photo is made smaller. */
  | { state: 'sending'; fraction: number | null; preview: string | null; saved: SavedBytes | null }
  | { state: 'failed'; file: File; preview: string | null }
  | { state: 'uploaded'; url: string; saved: SavedBytes | null }

type Upload = { file: File; controller: AbortController; url: Promise<string | null> }

/**
 * The main photo: uploaded as soon as it is chosen, retried on request.
 * @param options.initial the URL of the uploaded photo, or '' for none
 * @param options.onUploaded gets the URL after the upload
 */
export const usePhoto = ({ initial, onUploaded }: { initial: string; onUploaded: (url: string) => void }) => {
  const { client } = useApp()
  const { add } = useMessages(productFormMessages)
  const [photo, setPhoto] = useState<Photo>(
    initial === '' ? { state: 'none' } : { state: 'uploaded', url: initial, saved: null },
  )
  const currentUpload = useRef<Upload>(null)
  useEffect(() => () => currentUpload.current?.controller.abort(), [])

  const upload = async (file: File, controller: AbortController, before: Photo): Promise<string | null> => {
    const isCurrent = () => !controller.signal.aborted
    const updateProgress = (change: Partial<Extract<Photo, { state: 'sending' }>>) => {
      if (isCurrent()) setPhoto((current) => (current.state === 'sending' ? { ...current, ...change } : current))
    }
    const { picture, saved } = await shrinkPicture(file)
    if (!isCurrent()) return null
    if (picture.size > maxPictureBytes) {
      setPhoto(before)
      toast.error(add.tooBig, productErrorToastMs)
      return null
    }
    updateProgress({ fraction: 0, saved })
    const form = new FormData()
    form.set('image', picture)
    void createPhotoPreview(picture).then((preview) => updateProgress({ preview }))
    try {
      const { data } = await client(
        'POST /images',
        { form },
        { signal: controller.signal, onProgress: (fraction) => updateProgress({ fraction }) },
      )
      if (!isCurrent()) return null
      setPhoto({ state: 'uploaded', url: data.url, saved })
      onUploaded(data.url)
      return data.url
    } catch (error) {
      if (!isCurrent()) return null
      setPhoto((current) => ({ state: 'failed', file, preview: 'preview' in current ? current.preview : null }))
      toast.error(toDisplayError(error).message, productErrorToastMs)
      return null
    }
  }

  const send = (file: File): Promise<string | null> => {
    currentUpload.current?.controller.abort()
    const controller = new AbortController()
    setPhoto({ state: 'sending', fraction: null, preview: null, saved: null })
    const url = upload(file, controller, photo)
    currentUpload.current = { file, controller, url }
    return url
  }

  const choose = (file: File) => void send(file)

  /** Waits for the upload and retries a failed one; null when there is no uploaded photo. */
  const waitForUrl = (): Promise<string | null> => {
    if (photo.state === 'uploaded') return Promise.resolve(photo.url)
    if (photo.state === 'failed') return send(photo.file)
    return currentUpload.current?.url ?? Promise.resolve(null)
  }

  /** Shows a photo that is already uploaded. */
  const show = (url: string) => {
    currentUpload.current?.controller.abort()
    setPhoto({ state: 'uploaded', url, saved: null })
    onUploaded(url)
  }

  const hasUrl = (url: string): boolean => photo.state === 'uploaded' && photo.url === url

  return { photo, choose, retry: send, waitForUrl, show, hasUrl, clear: () => setPhoto({ state: 'none' }) }
}
