import { ChevronDown, Pencil, Plus, Undo2 } from 'lucide'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { z } from 'zod'
import type { KeptBrand as BrandShape, KeptModel as ModelShape } from '#contract/catalogue.ts'
import { troubleOf } from '#web/context/display-error.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toast.ts'
import { catalogue } from '#web/i18n/en/catalogue.ts'
import { useChapter, useFigures, useWorld } from '#web/context/app-context.ts'
import { BrandDialog, ModelDialog } from './catalogue-dialog.tsx'

export type KeptBrand = z.output<typeof BrandShape>
export type KeptModel = z.output<typeof ModelShape>

type Retirable = { name: string; retired: boolean; onPut: (retired: boolean) => Promise<unknown> }

/** Retires it after a question, or brings it back at once. */
const Retire = ({ name, retired, onPut }: Retirable) => {
  const words = useChapter(catalogue)
  const { revalidate } = useRevalidator()
  const [isAsking, setIsAsking] = useState(false)
  const put = async () => {
    try {
      await onPut(!retired)
      toast.success(words.saved)
    } catch (error) {
      toast.error(troubleOf(error).message)
    }
    await revalidate()
  }
  if (retired) {
    return (
      <button className="btn btn--quiet" type="button" aria-label={words.bringBackOf(name)} onClick={() => void put()}>
        <Icon of={Undo2} size={18} />
        {words.bringBack}
      </button>
    )
  }
  return (
    <>
      <button
        className="btn btn--danger btn--bare"
        type="button"
        aria-label={words.retireOf(name)}
        onClick={() => setIsAsking(true)}
      >
        {words.retire}
      </button>
      {isAsking && (
        <Confirm
          heading={words.retireHeading(name)}
          text={words.retireText}
          words={{ act: words.retire, busy: words.retiring, keep: words.keep }}
          onAct={put}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

const EditButton = ({ name, onClick }: { name: string; onClick: () => void }) => {
  const words = useChapter(catalogue)
  return (
    <button className="btn btn--quiet" type="button" aria-label={words.editOf(name)} onClick={onClick}>
      <Icon of={Pencil} size={18} />
      {words.edit}
    </button>
  )
}

/** When a model was built, as far as that is known. */
const useYears = ({ madeFrom, madeUntil }: KeptModel): string => {
  const words = useChapter(catalogue)
  if (madeFrom !== null && madeUntil !== null) return words.fromUntil(madeFrom, madeUntil)
  if (madeFrom !== null) return words.from(madeFrom)
  return madeUntil === null ? '' : words.until(madeUntil)
}

const Names = ({ of: { name, nameBn, retired } }: { of: KeptBrand | KeptModel }) => {
  const words = useChapter(catalogue)
  return (
    <>
      {name} {nameBn !== null && <span lang="bn">{nameBn}</span>}{' '}
      {retired && <span className="badge badge--stop">{words.retired}</span>}
    </>
  )
}

const ModelRow = ({ model, brand }: { model: KeptModel; brand: KeptBrand }) => {
  const words = useChapter(catalogue)
  const { client } = useWorld()
  const { digits } = useFigures()
  const [isOpen, setIsOpen] = useState(false)
  const { _id: id, bikes: _, retired, ...fields } = model
  const name = `${brand.name} ${model.name}`
  return (
    <tr>
      <td className="name">
        <Names of={model} />
      </td>
      <td className="cell num" data-label={words.columns.engineCc}>
        {digits(model.engineCc)}
      </td>
      <td className="cell" data-label={words.columns.kind}>
        {words.kinds[model.kind]}
      </td>
      <td className="cell num" data-label={words.columns.years}>
        {useYears(model)}
      </td>
      <td className="cell num" data-label={words.columns.bikes}>
        {digits(model.bikes)}
      </td>
      <td className="act end">
        <EditButton name={name} onClick={() => setIsOpen(true)} />
        <Retire
          name={name}
          retired={retired}
          onPut={(now) => client('PUT /catalogue/models/:id', { params: { id }, body: { ...fields, retired: now } })}
        />
        {isOpen && <ModelDialog brand={brand} model={model} onClose={() => setIsOpen(false)} />}
      </td>
    </tr>
  )
}

const Models = ({ brand }: { brand: KeptBrand }) => {
  const words = useChapter(catalogue)
  const { columns } = words
  if (brand.models.length === 0) return <p className="muted">{words.noModels}</p>
  return (
    <table className="records records--own">
      <caption className="sr-only">{words.caption(brand.name)}</caption>
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

const Acts = ({ brand }: { brand: KeptBrand }) => {
  const words = useChapter(catalogue)
  const { client } = useWorld()
  const [open, setOpen] = useState<'brand' | 'model'>()
  const { _id: id, name, nameBn, aliases } = brand
  const close = () => setOpen(undefined)
  return (
    <div className="maker__acts">
      <button
        className="btn btn--line"
        type="button"
        aria-label={words.addModelTo(name)}
        onClick={() => setOpen('model')}
      >
        <Icon of={Plus} size={18} />
        {words.addModel}
      </button>
      <EditButton name={name} onClick={() => setOpen('brand')} />
      <Retire
        name={name}
        retired={brand.retired}
        onPut={(retired) =>
          client('PUT /catalogue/brands/:id', { params: { id }, body: { name, nameBn, aliases, retired } })
        }
      />
      {open === 'brand' && <BrandDialog brand={brand} onClose={close} />}
      {open === 'model' && <ModelDialog brand={brand} onClose={close} />}
    </div>
  )
}

/** One brand, folded up until its models are wanted. */
export const BrandPanel = ({ brand, isOpen }: { brand: KeptBrand; isOpen: boolean }) => {
  const words = useChapter(catalogue)
  return (
    <details className="folded maker" open={isOpen}>
      <summary>
        <b>
          <Names of={brand} />
        </b>{' '}
        <span className="opt">{words.bikes(brand.bikes)}</span>
        <Icon of={ChevronDown} size={20} />
      </summary>
      {brand.aliases.length > 0 && (
        <p className="hint">
          {words.alsoWritten} {brand.aliases.join(', ')}
        </p>
      )}
      <Acts brand={brand} />
      <Models brand={brand} />
    </details>
  )
}
