import { CircleX, Info } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** An error message in place of content that failed to load, with a retry button. */
export const ErrorNote = ({ message, retry, onRetry }: { message: string; retry: string; onRetry: () => void }) => (
  <div className="note note--stop" role="alert">
    <Icon of={CircleX} size={20} />
    <span>
      {message}{' '}
      <button className="note__retry" type="button" onClick={onRetry}>
        {retry}
      </button>
    </span>
  </div>
)

export const Note = ({ children }: { children: ReactNode }) => (
  <p className="note">
    <Icon of={Info} size={20} />
    <span>{children}</span>
  </p>
)
