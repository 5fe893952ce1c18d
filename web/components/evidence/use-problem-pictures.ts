import { useRef, useState } from 'react'
import { maxEvidenceOfSide } from '#contract/limits.ts'
import { createPhotoPreview } from '#web/components/pictures/photo-preview.ts'
import { shrinkPicture } from '#web/components/pictures/shrink-picture.ts'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { problemPictureMessages } from '#web/i18n/en/problem-pictures.ts'
import { createId } from '#web/lib/create-id.ts'
import { toast } from '#web/ui/toast.ts'

/** A picture that is not sent yet; `failure` says why the last try failed. */
export type ProblemPicture = { key: string; picture: Blob; preview: string | null; failure: string | null }

/** The picture that is being sent, from 1, and the sent fraction of it, 0 to 1. */
type Progress = { number: number; count: number; fraction: number }

/** The list of pictures. What runs for long reads the latest list from `latestRef`. */
const usePictureList = () => {
  const [pictures, setPictures] = useState<ProblemPicture[]>([])
  const latestRef = useRef(pictures)
  const change = (apply: (pictures: ProblemPicture[]) => ProblemPicture[]) => {
    latestRef.current = apply(latestRef.current)
    setPictures(latestRef.current)
  }
  const remove = (key: string) => change((all) => all.filter((one) => one.key !== key))
  return { pictures, latestRef, change, remove }
}

/** The pictures of a problem: chosen and removed before the report, and sent after it. */
export const useProblemPictures = (dealId: string) => {
  const messages = useMessages(problemPictureMessages)
  const { client } = useApp()
  const { pictures, latestRef, change, remove } = usePictureList()
  const [preparingCount, setPreparingCount] = useState(0)
  const [progress, setProgress] = useState<Progress | null>(null)
  const queue = useRef(Promise.resolve())

  const prepare = async (file: File) => {
    const { picture } = await shrinkPicture(file)
    const preview = await createPhotoPreview(picture)
    change((all) => [...all, { key: createId(), picture, preview, failure: null }].slice(0, maxEvidenceOfSide))
    setPreparingCount((count) => count - 1)
  }
  const choose = (files: readonly File[]) => {
    const room = maxEvidenceOfSide - latestRef.current.length - preparingCount
    if (files.length > room) toast.error(messages.tooMany(maxEvidenceOfSide))
    const taken = files.slice(0, Math.max(0, room))
    setPreparingCount((count) => count + taken.length)
    // One after another: a decoded picture takes much memory.
    for (const file of taken) queue.current = queue.current.then(() => prepare(file))
  }
  const sendOne = async ({ key, picture }: ProblemPicture, toProgress: (fraction: number) => Progress) => {
    const form = new FormData()
    form.set('image', picture)
    const onProgress = (fraction: number) => setProgress(toProgress(fraction))
    onProgress(0)
    try {
      await client('POST /deals/:id/evidence/picture', { params: { id: dealId }, form }, { onProgress })
      remove(key)
    } catch (error) {
      const failure = toDisplayError(error).message
      change((all) => all.map((one) => (one.key === key ? { ...one, failure } : one)))
    }
  }
  /** Sends what is left, one after another; what fails stays. Returns whether everything is sent. */
  const send = async (): Promise<boolean> => {
    await queue.current
    const left = latestRef.current
    for (const [index, picture] of left.entries())
      await sendOne(picture, (fraction) => ({ number: index + 1, count: left.length, fraction }))
    setProgress(null)
    return latestRef.current.length === 0
  }
  return { pictures, isPreparing: preparingCount > 0, progress, choose, remove, send }
}

export type ProblemPictures = ReturnType<typeof useProblemPictures>
