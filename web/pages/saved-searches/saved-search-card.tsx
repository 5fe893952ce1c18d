import { Bell, BellOff, Pencil } from 'lucide'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { toDisplayError } from '#web/context/display-error.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toast.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { alertMessages } from '#web/i18n/en/alerts.ts'
import { useMessages, useFormat, useApp } from '#web/context/app-context.ts'
import { RenameSearchDialog } from './rename-search-dialog.tsx'
import type { SavedSearch } from './saved-search.ts'

type Props = { search: SavedSearch }

const StatusLine = ({ search: { paused, told, lastToldAt } }: Props) => {
  const messages = useMessages(alertMessages)
  const { count, moment } = useFormat()
  return (
    <p className="message__from">
      <span className={`badge ${paused ? 'badge--plain' : 'badge--good'}`}>
        <Icon of={paused ? BellOff : Bell} size={16} />
        {paused ? messages.paused : messages.active}
      </span>
      <span className="num">{told === 0 ? messages.noMatches : messages.matchCount(count(told), told === 1)}</span>
      {lastToldAt !== null && <span className="num">{messages.lastSent(moment(lastToldAt))}</span>}
    </p>
  )
}

const PauseButton = ({ search: { _id: id, name, paused } }: Props) => {
  const messages = useMessages(alertMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isBusy, run] = useAction()
  const toggle = () =>
    run(async () => {
      await client('PUT /searches/:id', { params: { id }, body: { paused: !paused } })
      await revalidate()
    })
  const label = paused ? messages.resumeLabel(name) : messages.pauseLabel(name)
  return (
    <button className="btn btn--line" type="button" aria-label={label} aria-busy={isBusy} onClick={toggle}>
      {paused ? messages.resume : messages.pause}
    </button>
  )
}

const RenameButton = ({ search }: Props) => {
  const messages = useMessages(alertMessages)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        className="btn btn--quiet"
        type="button"
        aria-label={messages.renameLabel(search.name)}
        onClick={() => setIsOpen(true)}
      >
        <Icon of={Pencil} size={18} />
        {messages.rename}
      </button>
      {isOpen && <RenameSearchDialog search={search} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const DeleteButton = ({ search: { _id: id, name } }: Props) => {
  const messages = useMessages(alertMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isConfirmOpen, setIsConfirmOpen] = useState(false)
  const deleteSearch = async () => {
    try {
      await client('DELETE /searches/:id', { params: { id } })
      toast.success(messages.deleted)
    } catch (error) {
      toast.error(toDisplayError(error).message)
    }
    await revalidate()
  }
  return (
    <>
      <button
        className="btn btn--danger btn--bare"
        type="button"
        aria-label={messages.deleteLabel(name)}
        onClick={() => setIsConfirmOpen(true)}
      >
        {messages.delete}
      </button>
      {isConfirmOpen && (
        <Confirm
          heading={messages.deleteHeading(name)}
          text={messages.deleteText}
          labels={{ confirm: messages.delete, busy: messages.deleting, cancel: messages.cancel }}
          onConfirm={deleteSearch}
          onClose={() => setIsConfirmOpen(false)}
        />
      )}
    </>
  )
}

/** One saved search: name, state and actions. */
export const SavedSearchCard = ({ search }: Props) => {
  const messages = useMessages(alertMessages)
  return (
    <li className="message">
      <h2>{search.name}</h2>
      <StatusLine search={search} />
      <div className="notices__acts">
        <Link className="btn btn--primary" to={`/bikes?${search.query}`} aria-label={messages.seeLabel(search.name)}>
          {messages.see}
        </Link>
        <PauseButton search={search} />
        <RenameButton search={search} />
        <DeleteButton search={search} />
      </div>
    </li>
  )
}
