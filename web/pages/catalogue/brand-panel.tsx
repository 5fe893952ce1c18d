import { ChevronDown, Pencil, Plus, Undo2 } from 'lucide'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { toDisplayError } from '#web/context/display-error.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toast.ts'
import { catalogueMessages } from '#web/i18n/en/catalogue.ts'
import { useMessages, useFormat, useApp } from '#web/context/app-context.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { BrandDialog, ModelDialog } from './catalogue-dialog.tsx'
import type { CatalogueBrand, CatalogueModel } from './catalogue-entry.ts'

type RetireProps = { name: string; retired: boolean; onSave: (retired: boolean) => Promise<unknown> }

/** Retires an entry after a confirmation, or restores it at once. */
const RetireButton = ({ name, retired, onSave }: RetireProps) => {
  const messages = useMessages(catalogueMessages)
  const { revalidate } = useRevalidator()
  const [isConfirmOpen, setIsConfirmOpen] = useState(false)
  const toggleRetired = async () => {
    try {
      await onSave(!retired)
      toast.success(messages.saved)
    } catch (error) {
      toast.error(toDisplayError(error).message)
    }
    await revalidate()
  }
  if (retired) {
    return (
      <button
        className="btn btn--quiet"
        type="button"
        aria-label={messages.restoreLabel(name)}
        onClick={() => void toggleRetired()}
      >
        <Icon of={Undo2} size={18} />
        {messages.restore}
      </button>
    )
  }
  return (
    <>
      <button
        className="btn btn--danger btn--bare"
        type="button"
        aria-label={messages.retireLabel(name)}
        onClick={() => setIsConfirmOpen(true)}
      >
        {messages.retire}
      </button>
      {isConfirmOpen && (
        <Confirm
          heading={messages.retireHeading(name)}
          text={messages.retireText}
          labels={{ confirm: messages.retire, busy: messages.retiring, cancel: messages.cancel }}
          onConfirm={toggleRetired}
          onClose={() => setIsConfirmOpen(false)}
        />
      )}
    </>
  )
}

const EditButton = ({ name, onClick }: { name: string; onClick: () => void }) => {
  const messages = useMessages(catalogueMessages)
  return (
    <button className="btn btn--quiet" type="button" aria-label={messages.editLabel(name)} onClick={onClick}>
      <Icon of={Pencil} size={18} />
      {messages.edit}
    </button>
  )
}

/** The years in which a model was built, as far as known. */
const useYearsText = ({ madeFrom, madeUntil }: CatalogueModel): string => {
  const messages = useMessages(catalogueMessages)
  if (madeFrom !== null && madeUntil !== null) return messages.fromUntil(madeFrom, madeUntil)
  if (madeFrom !== null) return messages.from(madeFrom)
  return madeUntil === null ? '' : messages.until(madeUntil)
}

const EntryName = ({ entry: { name, nameBn, retired } }: { entry: CatalogueBrand | CatalogueModel }) => {
  const messages = useMessages(catalogueMessages)
  return (
    <>
      <span translate="no">
        {name} {nameBn !== null && <span lang="bn">{nameBn}</span>}
      </span>{' '}
      {retired && <span className="badge badge--stop">{messages.retired}</span>}
    </>
  )
}

const ModelRow = ({ model, brand }: { model: CatalogueModel; brand: CatalogueBrand }) => {
  const messages = useMessages(catalogueMessages)
  const { client } = useApp()
  const { digits } = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  const { _id: id, bikes: _, retired, ...fields } = model
  const name = `${brand.name} ${model.name}`
  return (
    <tr>
      <td className="name">
        <EntryName entry={model} />
      </td>
      <td className="cell num" data-label={messages.columns.engineCc}>
        {digits(model.engineCc)}
      </td>
      <td className="cell" data-label={messages.columns.kind}>
        {messages.kinds[model.kind]}
      </td>
      <td className="cell num" data-label={messages.columns.years}>
        {useYearsText(model)}
      </td>
      <td className="cell num" data-label={messages.columns.bikes}>
        {digits(model.bikes)}
      </td>
      <td className="act end">
        <EditButton name={name} onClick={() => setIsOpen(true)} />
        <RetireButton
          name={name}
          retired={retired}
          onSave={(isRetired) =>
            client('PUT /catalogue/models/:id', { params: { id }, body: { ...fields, retired: isRetired } })
          }
        />
        {isOpen && <ModelDialog brand={brand} model={model} onClose={() => setIsOpen(false)} />}
      </td>
    </tr>
  )
}

const Models = ({ brand }: { brand: CatalogueBrand }) => {
  const messages = useMessages(catalogueMessages)
  const { columns } = messages
  if (brand.models.length === 0) return <p className="muted">{messages.noModels}</p>
  return (
    <table className="records records--own">
      <caption className="sr-only">
        <SentenceWithName text={messages.caption(brand.name)} name={brand.name} />
      </caption>
      <thead>
        <tr>
          <th scope="col">{columns.model}</th>
          <th scope="col">{columns.engineCc}</th>
          <th scope="col">{columns.kind}</th>
          <th scope="col">{columns.years}</th>
          <th scope="col">{columns.bikes}</th>
          <th scope="col" className="end">
            {columns.action}
          </th>
        </tr>
      </thead>
      <tbody>
        {brand.models.map((model) => (
          <ModelRow key={model._id} model={model} brand={brand} />
        ))}
      </tbody>
    </table>
  )
}

const BrandActions = ({ brand }: { brand: CatalogueBrand }) => {
  const messages = useMessages(catalogueMessages)
  const { client } = useApp()
  const [openDialog, setOpenDialog] = useState<'brand' | 'model'>()
  const { _id: id, name, nameBn, aliases } = brand
  const close = () => setOpenDialog(undefined)
  return (
    <div className="maker__acts">
      <button
        className="btn btn--line"
        type="button"
        aria-label={messages.addModelTo(name)}
        onClick={() => setOpenDialog('model')}
      >
        <Icon of={Plus} size={18} />
        {messages.addModel}
      </button>
      <EditButton name={name} onClick={() => setOpenDialog('brand')} />
      <RetireButton
        name={name}
        retired={brand.retired}
        onSave={(retired) =>
          client('PUT /catalogue/brands/:id', { params: { id }, body: { name, nameBn, aliases, retired } })
        }
      />
      {openDialog === 'brand' && <BrandDialog brand={brand} onClose={close} />}
      {openDialog === 'model' && <ModelDialog brand={brand} onClose={close} />}
    </div>
  )
}

/** One brand with its models, collapsed by default. */
export const BrandPanel = ({ brand, isOpen }: { brand: CatalogueBrand; isOpen: boolean }) => {
  const messages = useMessages(catalogueMessages)
  return (
    <details className="folded maker" open={isOpen}>
      <summary>
        <b>
          <EntryName entry={brand} />
        </b>{' '}
        <span className="opt">{messages.bikes(brand.bikes)}</span>
        <Icon of={ChevronDown} size={20} />
      </summary>
      {brand.aliases.length > 0 && (
        <p className="hint">
          {messages.alsoWritten} <span translate="no">{brand.aliases.join(', ')}</span>
        </p>
      )}
      <BrandActions brand={brand} />
      <Models brand={brand} />
    </details>
  )
}
