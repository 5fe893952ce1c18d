import { useEffect, useState } from 'react'
import { toLoadResult } from '#web/context/display-error.ts'
import { useApp } from '#web/context/app-context.ts'
import type { Brand } from './catalogue-suggestions.ts'

/** The brands and models on offer; none while they load. Without them the form works, only without suggestions. */
export const useCatalogue = (): readonly Brand[] => {
  const { client } = useApp()
  const [brands, setBrands] = useState<readonly Brand[]>([])
  useEffect(() => {
    const controller = new AbortController()
    void toLoadResult(client('GET /catalogue', {}, { signal: controller.signal }))
      .then((result) => (result.ok ? setBrands(result.value) : undefined))
      .catch(() => undefined)
    return () => controller.abort()
  }, [client])
  return brands
}
