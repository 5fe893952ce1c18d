import { useState } from 'react'
import { withFallback } from '#web/lib/with-fallback.ts'

const storageKey = 'motohaat-queue-keys'

/** Whether single keys act in the queue; they do until they are switched off on this device (WCAG 2.1.4). */
const areKeysOn = (): boolean => withFallback(() => localStorage.getItem(storageKey) !== 'off', true)

/** Whether a key press is for the queue: keys are on, and nobody types in a field or holds another key. */
export const isForQueue = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => {
  const isTyping =
    target instanceof HTMLElement && target.matches('textarea, select, input:not([type=radio], [type=checkbox])')
  return !isTyping && !ctrlKey && !metaKey && !altKey && areKeysOn()
}

/** Switches the keys of the queue on and off, and says what they do. */
export const QueueKeysSwitch = ({ label }: { label: string }) => {
  const [isOn, setIsOn] = useState(areKeysOn)
  const change = (isChecked: boolean) => {
    withFallback(() => localStorage.setItem(storageKey, isChecked ? 'on' : 'off'), undefined)
    setIsOn(isChecked)
  }
  return (
    <label className="check check--alone">
      <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => change(currentTarget.checked)} /> {label}
    </label>
  )
}
