import { useEffect, useState } from 'react'
import { UnreachableError } from '#contract/client.ts'
import { toDataUrl } from '#web/components/pictures/decode-picture.ts'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { isApiResponseError } from '#web/context/display-error.ts'
import { fetchPrivateFile } from '#web/session/private-file.ts'
import { ErrorNote } from '#web/ui/note.tsx'

type Problem = 'unreachable' | 'unexplained'
type State = { url?: string; problem?: Problem }
type Props = { path: string; alt: string }

const toProblem = (error: unknown): Problem => {
  if (error instanceof UnreachableError) return 'unreachable'
  if (isApiResponseError(error)) return 'unexplained'
  throw error
}

const FetchedPicture = ({ path, alt, onRetry }: Props & { onRetry: () => void }) => {
  const { session } = useApp()
  const { errorPage } = useMessages()
  const [{ url, problem }, setState] = useState<State>({})
  useEffect(() => {
    let isGone = false
    const load = async (): Promise<State> => {
      try {
        return { url: await toDataUrl(await fetchPrivateFile(session, path)) }
      } catch (error) {
        return { problem: toProblem(error) }
      }
    }
    const show = async () => {
      const state = await load()
      if (!isGone) setState(state)
    }
    void show()
    return () => {
      isGone = true
    }
  }, [session, path])
  if (problem !== undefined)
    return <ErrorNote message={`${alt}: ${errorPage[problem]}`} retry={errorPage.retry} onRetry={onRetry} />
  return <span className="evid__picture">{url !== undefined && <img src={url} alt={alt} />}</span>
}

/** A private picture: it needs the access token, so it is fetched and shown from memory. One that does not come is said. */
export const PrivatePicture = (props: Props) => {
  const [tries, setTries] = useState(0)
  return <FetchedPicture key={tries} {...props} onRetry={() => setTries(tries + 1)} />
}
