import { useEffect, useState } from 'react'
import { toDataUrl } from '#web/components/pictures/decode-picture.ts'
import { useApp } from '#web/context/app-context.ts'
import { fetchPrivateFile } from '#web/session/private-file.ts'

/** A private picture: it needs the access token, so it is fetched and shown from memory. */
export const PrivatePicture = ({ path, alt }: { path: string; alt: string }) => {
  const { session } = useApp()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    let isGone = false
    const load = async () => {
      const picture = await toDataUrl(await fetchPrivateFile(session, path))
      if (!isGone) setUrl(picture)
    }
    // Without its picture the note still says what happened.
    void load().catch(() => {})
    return () => {
      isGone = true
    }
  }, [session, path])
  return <span className="evid__picture">{url !== undefined && <img src={url} alt={alt} />}</span>
}
