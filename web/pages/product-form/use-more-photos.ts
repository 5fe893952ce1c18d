import { useEffect, useRef, useState } from 'react'
import { newId } from '#web/lib/create-id.ts'
import { troubleOf } from '#web/context/display-error.ts'
import { notAddedToastMs, toast } from '#web/ui/toast.ts'
import { bikeDetails } from '#web/i18n/en/bike-details.ts'
import { selling } from '#web/i18n/en/selling.ts'
import { useChapter, useWorld } from '#web/context/app-context.ts'
import { photoPreview } from './photo-preview.ts'

/** The shop's own limits: ten pictures with the first one, each of ten megabytes at most. */
export const morePhotosMost = 9
const photoBytesMax = 10 * 1024 * 1024

/** `key` stays the same while the photo is sent, moved and sent again. */
export type MorePhoto = { key: string } & (
  | { state: 'sending'; file: File; share: number; preview: string | null }
  | { state: 'failed'; file: File; preview: string | null }
  | { state: 'here'; url: string }
)

const fresh = (file: File): MorePhoto => ({
  key: newId(),
  state: 'sending',
  file,
  share: 0,
  preview: null,
})

/** The list of photos, which work that takes long reads and changes as it is then. */
const usePhotoList = (first: string[]) => {
  const [photos, setPhotos] = useState<MorePhoto[]>(() => first.map((url) => ({ key: url, state: 'here', url })))
  const now = useRef(photos)
  const change = (how: (photos: MorePhoto[]) => MorePhoto[]) => {
    now.current = how(now.current)
    setPhotos(now.current)
  }
  /** Changes one photo, if it is still there. */
  const update = (key: string, how: (photo: MorePhoto) => MorePhoto) =>
    change((all) => all.map((one) => (one.key === key ? how(one) : one)))
  return { photos, now, change, update }
}

type List = ReturnType<typeof usePhotoList>

const urlsOf = (photos: readonly MorePhoto[]): string[] =>
  photos.flatMap((photo) => (photo.state === 'here' ? [photo.url] : []))

/** Sends photos one after another, since a phone's connection is one. */
const useSending = ({ now, change, update }: List, isFirst: (url: string) => boolean) => {
  const { client } = useWorld()
  const words = useChapter(bikeDetails)
  const queue = useRef(Promise.resolve())
  const [end] = useState(() => new AbortController())
  useEffect(() => () => end.abort(), [end])

  const arrive = (key: string, url: string) => {
    if (!isFirst(url) && !urlsOf(now.current).includes(url)) return update(key, () => ({ key, state: 'here', url }))
    change((all) => all.filter((one) => one.key !== key))
    toast.error(words.twice, notAddedToastMs)
  }
  const send = async (key: string, file: File) => {
    if (!now.current.some((one) => one.key === key)) return
    const form = new FormData()
    form.set('image', file)
    const onProgress = (share: number) => update(key, (one) => (one.state === 'sending' ? { ...one, share } : one))
    try {
      const { data } = await client('POST /images', { form }, { signal: end.signal, onProgress })
      arrive(key, data.url)
    } catch (error) {
      if (end.signal.aborted) return
      update(key, (one) => ({ key, state: 'failed', file, preview: 'preview' in one ? one.preview : null }))
      toast.error(troubleOf(error).message, notAddedToastMs)
    }
  }
  const enqueue = ({ key }: { key: string }, file: File) => {
    void photoPreview(file).then((preview) => update(key, (one) => ('preview' in one ? { ...one, preview } : one)))
    queue.current = queue.current.then(() => send(key, file))
  }
  return { enqueue, whenSent: () => queue.current }
}

/**
 * The photos after the first one: chosen several at once, sent one after another, moved and taken away.
 * @param options.first the addresses of those that were uploaded before
 * @param options.isFirst whether the first photo has this address, for no photo is shown twice
 */
export const useMorePhotos = (options: { first: string[]; isFirst: (url: string) => boolean }) => {
  const { add } = useChapter(selling)
  const list = usePhotoList(options.first)
  const { photos, now, change, update } = list
  const { enqueue, whenSent } = useSending(list, options.isFirst)

  const choose = (files: File[]) => {
    const small = files.filter(({ size }) => size <= photoBytesMax)
    if (small.length < files.length) toast.error(add.tooBig, notAddedToastMs)
    for (const file of small.slice(0, morePhotosMost - now.current.length)) {
      const photo = fresh(file)
      change((all) => [...all, photo])
      enqueue(photo, file)
    }
  }
  const again = (key: string, file: File) => {
    update(key, (one) => ({ ...fresh(file), key: one.key }))
    enqueue({ key }, file)
  }
  const remove = (key: string) => change((all) => all.filter((one) => one.key !== key))
  /** Lets the photo change places with the one before it (-1) or after it (1). */
  const move = (key: string, by: -1 | 1) =>
    change((all) => {
      const from = all.findIndex((one) => one.key === key)
      const [one, other] = [all[from], all[from + by]]
      if (!one || !other) return all
      return all.map((each) => (each === one ? other : each === other ? one : each))
    })
  /** Puts another picture in the photo's place, or nothing. */
  const replace = (key: string, url: string | null) =>
    change((all) => all.flatMap((one) => (one.key !== key ? [one] : url === null ? [] : [{ key, state: 'here', url }])))
  /** The addresses once all photos are in the shop, or null when one of them is not. */
  const arrived = async (): Promise<string[] | null> => {
    await whenSent()
    return now.current.every(({ state }) => state === 'here') ? urlsOf(now.current) : null
  }

  return { photos, urls: urlsOf(photos), choose, again, remove, move, replace, arrived, drop: () => change(() => []) }
}
