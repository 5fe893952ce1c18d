import { useState } from 'react'
import { accountMessages } from '#web/i18n/en/account.ts'
import { useMessages } from '#web/context/app-context.ts'

/** The backup codes. They are shown only once. */
export const BackupCodes = ({ codes, onSaved }: { codes: string[]; onSaved: () => void }) => {
  const { secondFactor } = useMessages(accountMessages).account
  const [isCopied, setIsCopied] = useState(false)
  // Browsers may refuse clipboard access; the codes can then be written down.
  const copy = () => {
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setIsCopied(true),
      () => {},
    )
  }
  return (
    <>
      <h3 className="account__sub">{secondFactor.codesHeading}</h3>
      <p className="account__text">{secondFactor.codes}</p>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
      <div className="acts">
        <button className="btn btn--primary" type="button" onClick={onSaved}>
          {secondFactor.saved}
        </button>
        {'clipboard' in navigator && (
          <button className="btn btn--line" type="button" onClick={copy}>
            <span aria-live="polite">{isCopied ? secondFactor.copied : secondFactor.copy}</span>
          </button>
        )}
      </div>
    </>
  )
}
