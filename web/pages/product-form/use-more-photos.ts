import { maxPictureBytes, maxPictures } from '#contract/limits.ts'
import { useEffect, useRef, useState } from 'react'
import { createId } from '#web/lib/create-id.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { productErrorToastMs, toast } from '#web/ui/toast.ts'
import { bikeDetailsMessages } from '#web/i18n/en/bike-details.ts'
import { productFormMessages } from '#web/i18n/en/product-form.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import type { SavedBytes } from '#web/components/pictures/picture-plan.ts'
import { createPhotoPreview } from '#web/components/pictures/photo-preview.ts'
import { shrinkPicture } from '#web/components/pictures/shrink-picture.ts'

/** The pictures beside the main one. */
export const maxMorePhotos = maxPictures - 1

/** `key` stays the same during upload, reordering and retry. */
export type MorePhoto = { key: string } & (
  | { state: 'sending'; file: File; fraction: number; preview: string | null }
  | { state: 'failed'; file: File; preview: string | null }
  | { state: 'uploaded'; url: string; saved: SavedBytes | null }
)

const createPhoto = (file: File): MorePhoto => ({
  key: createId(),
  state: 'sending',
  file,
  fraction: 0,
  preview: null,
})

/** The list of photos. Long-running uploads read the latest list from `latestRef`. */
const usePhotoList = (initial: string[]) => {
  const [photos, setPhotos] = useState<MorePhoto[]>(() =>
    initial.map((url) => ({ key: url, state: 'uploaded', url, saved: null })),
  )
  const latestRef = useRef(photos)
  const change = (apply: (photos: MorePhoto[]) => MorePhoto[]) => {
    latestRef.current = apply(latestRef.current)
    setPhotos(latestRef.current)
  }
  /** Changes one photo if it is still in the list. */
  const update = (key: string, apply: (photo: MorePhoto) => MorePhoto) =>
    change((all) => all.map((photo) => (photo.key === key ? apply(photo) : photo)))
  return { photos, latestRef, change, update }
}

type PhotoList = ReturnType<typeof usePhotoList>

const getUrls = (photos: readonly MorePhoto[]): string[] =>
  photos.flatMap((photo) => (photo.state === 'uploaded' ? [photo.url] : []))

/** Uploads photos one after another, because parallel uploads are slow on a phone's connection. */
const useUploadQueue = ({ latestRef, change, update }: PhotoList, isFirst: (url: string) => boolean) => {
  const { client } = useApp()
  const messages = useMessages(bikeDetailsMessages)
  const { add } = useMessages(productFormMessages)
  const queue = useRef(Promise.resolve())
  const [controller] = useState(() => new AbortController())
  useEffect(() => () => controller.abort(), [controller])

  const handleUploaded = (key: string, url: string, saved: SavedBytes | null) => {
    if (!isFirst(url) && !getUrls(latestRef.current).includes(url))
      return update(key, () => ({ key, state: 'uploaded', url, saved }))
    change((all) => all.filter((photo) => photo.key !== key))
    toast.error(messages.alreadyAdded, productErrorToastMs)
  }
  const send = async (key: string, file: File) => {
    const isRemoved = () => !latestRef.current.some((photo) => photo.key === key)
    if (isRemoved()) return
    const { picture, saved } = await shrinkPicture(file)
    if (isRemoved()) return
    if (picture.size > maxPictureBytes) {
      change((all) => all.filter((photo) => photo.key !== key))
      toast.error(add.tooBig, productErrorToastMs)
      return
    }
    const form = new FormData()
    form.set('image', picture)
    void createPhotoPreview(picture).then((preview) =>
      update(key, (photo) => ('preview' in photo ? { ...photo, preview } : photo)),
    )
    const onProgress = (fraction: number) =>
      update(key, (photo) => (photo.state === 'sending' ? { ...photo, fraction } : photo))
    try {
      const { data } = await client('POST /images', { form }, { signal: controller.signal, onProgress })
      handleUploaded(key, data.url, saved)
    } catch (error) {
      if (controller.signal.aborted) return
      update(key, (photo) => ({ key, state: 'failed', file, preview: 'preview' in photo ? photo.preview : null }))
      toast.error(toDisplayError(error).message, productErrorToastMs)
    }
  }
  const enqueue = ({ key }: { key: string }, file: File) => {
    queue.current = queue.current.then(() => send(key, file))
  }
  return { enqueue, waitUntilSent: () => queue.current }
}

/**
 * The photos after the first one: chosen together, uploaded one after another, reordered and removed.
 * @param options.initial the URLs of the uploaded photos
 * @param options.isFirst whether the main photo has this URL; no photo is shown twice
 */
export const useMorePhotos = (options: { initial: string[]; isFirst: (url: string) => boolean }) => {
  const list = usePhotoList(options.initial)
  const { photos, latestRef, change, update } = list
  const { enqueue, waitUntilSent } = useUploadQueue(list, options.isFirst)

  const choose = (files: File[]) => {
    for (const file of files.slice(0, maxMorePhotos - latestRef.current.length)) {
      const photo = createPhoto(file)
      change((all) => [...all, photo])
      enqueue(photo, file)
    }
  }
  const retry = (key: string, file: File) => {
    update(key, (photo) => ({ ...createPhoto(file), key: photo.key }))
    enqueue({ key }, file)
  }
  const remove = (key: string) => change((all) => all.filter((photo) => photo.key !== key))
  /** Swaps the photo with the one before it (-1) or after it (1). */
  const move = (key: string, offset: -1 | 1) =>
    change((all) => {
      const from = all.findIndex((photo) => photo.key === key)
      const [photo, other] = [all[from], all[from + offset]]
      if (!photo || !other) return all
      return all.map((each) => (each === photo ? other : each === other ? photo : each))
    })
  /** Replaces the photo by an uploaded one, or removes it for null. */
  const replace = (key: string, url: string | null) =>
    change((all) =>
      all.flatMap((photo) =>
        photo.key !== key ? [photo] : url === null ? [] : [{ key, state: 'uploaded', url, saved: null }],
      ),
    )
  /** The URLs once all uploads are done; null when one of them failed. */
  const waitForUrls = async (): Promise<string[] | null> => {
    await waitUntilSent()
    return latestRef.current.every(({ state }) => state === 'uploaded') ? getUrls(latestRef.current) : null
  }

  return {
    photos,
    urls: getUrls(photos),
    choose,
    retry,
    remove,
    move,
    replace,
    waitForUrls,
    clear: () => change(() => []),
  }
}
