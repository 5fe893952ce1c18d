import { useState, type KeyboardEvent } from 'react'
import { ModalHead } from '#web/ui/modal-head.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { productFormMessages } from '#web/i18n/en/product-form.ts'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { type Brand, filterByName, findByName } from './catalogue-suggestions.ts'
import { categories } from './product-body.ts'

type Props = {
  brands: readonly Brand[]
  /** Gets a brand of the catalogue, or the typed name of another one. */
  onChoose: (choice: { name: string; isKnown: boolean }) => void
  onClose: () => void
}

const isCard = ({ name }: Brand) => categories.some((card) => card === name)

const BrandList = ({ brands, onChoose }: Pick<Props, 'brands' | 'onChoose'>) => {
  const { add } = useMessages(productFormMessages)
  const { code } = useApp().language
  return (
    <ul className="chips" aria-label={add.brands} translate="no">
      {brands.map(({ _id, name, nameBn }) => (
        <li key={_id}>
          <button className="chip" type="button" onClick={() => onChoose({ name, isKnown: true })}>
            {name}
            {code === 'bn' && nameBn !== null && (
              <span className="opt" lang="bn">
                {nameBn}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The dialog in which a seller chooses a brand of the catalogue, or types one that it does not have. */
export const BrandPicker = ({ brands, onChoose, onClose }: Props) => {
  const { add } = useMessages(productFormMessages)
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const shown = name === '' ? brands.filter((brand) => !isCard(brand)) : filterByName(brands, name)
  const known = findByName(brands, name)
  const chooseTyped = () => onChoose({ name: known?.name ?? name, isKnown: known !== undefined })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter must not submit the form of the bike.
    event.preventDefault()
    if (name !== '') chooseTyped()
  }
  return (
    <Modal label={add.whichBrand} className="modal" onClose={onClose}>
      <ModalHead heading={add.whichBrand} close={{ label: add.closePicker, onClose }} />
      <div className="modal__body form">
        <div className="field">
          <label htmlFor="brand-picker-name">{add.brandName}</label>
          <input
            className="input"
            id="brand-picker-name"
            autoComplete="off"
            maxLength={40}
            aria-describedby="brand-picker-hint"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <p className="hint" id="brand-picker-hint">
            {add.brandNameHint}
          </p>
        </div>
        <BrandList brands={shown} onChoose={onChoose} />
        {name !== '' && known === undefined && (
          <div>
            <button className="btn btn--line" type="button" onClick={chooseTyped}>
              <span>
                <SentenceWithName text={add.typedBrand(name)} name={name} />
              </span>
            </button>
          </div>
        )}
      </div>
    </Modal>
  )
}
