// Sends uploads with XMLHttpRequest, because fetch reports no upload progress.
import { UnreachableError, type Transport, type TransportRequest } from '#contract/client.ts'

// 10 MB take this long at 0.7 Mbit/s.
const uploadMs = 120_000

const createUnreachableError = () => new UnreachableError('Cannot reach Motohaat. Check your connection and try again.')

/** Sends a form; calls `onProgress` with the sent fraction from 0 to 1. */
export const send = (
  path: string,
  { method, headers, form, signal, onProgress }: TransportRequest,
): ReturnType<Transport> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    request.timeout = uploadMs
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        header: (name) => request.getResponseHeader(name),
        text: async () => request.responseText,
      }),
    )
    request.addEventListener('error', () => reject(createUnreachableError()))
    request.addEventListener('timeout', () => reject(createUnreachableError()))
    request.addEventListener('abort', () => reject(signal?.reason ?? createUnreachableError()))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
