// Fetches the code of one part of a page when somebody uses the page. Until then the part shows the server's HTML.
// web/app/bootstrap.ts replays a click on a part that is not hydrated yet.
import {
  lazy,
  memo,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from 'react'
import { LoadingPart } from '#web/ui/loading-part.tsx'
import { createDeferred } from './create-deferred.ts'

// `held` comes from web/app/bootstrap.ts when it holds back a click.
const interactionEvents = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'held'] as const

type Options<Props> = {
  /** Fetches the component. */
  load: () => Promise<ComponentType<Props>>
  /** The component on the server, which renders it at once; null in the browser. */
  ssrComponent: ComponentType<Props> | null
  /** Shown after a navigation in the browser until the code is here. */
  fallback: ReactNode
}

const readyEvent = 'part-ready'

/** Sets `data-ready` on the container when the part answers to clicks. */
const ReadySignal = ({ container }: { container: RefObject<HTMLElement | null> }) => {
  useEffect(() => {
    container.current?.setAttribute('data-ready', 'yes')
    dispatchEvent(new Event(readyEvent))
  }, [container])
  return null
}

/** While a click waits for the code of its part: that it loads, and after ten seconds a way to load the page anew. */
const HeldNotice = ({ container }: { container: RefObject<HTMLElement | null> }) => {
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    const update = () => {
      const part = container.current
      setIsHeld(part !== null && part.dataset.ready !== 'yes' && part.querySelector('[aria-busy=true]') !== null)
    }
    addEventListener('held', update)
    addEventListener(readyEvent, update)
    update()
    return () => {
      removeEventListener('held', update)
      removeEventListener(readyEvent, update)
    }
  }, [container])
  return isHeld && <LoadingPart />
}

const isShallowEqual = <Props extends object>(before: Props, after: Props): boolean =>
  Object.entries(after).every(([name, value]) => Reflect.get(before, name) === value)

/**
 * Wraps a component whose code is fetched at the first interaction with the page. Call it once, at the top of a module.
 * A fetch that fails is repeated at the next interaction.
 * @returns the part, and `hydrateNow`, which fetches the code at once and rejects when that fails
 */
export const createLazyPart = <Props extends object>({ load, ssrComponent, fallback }: Options<Props>) => {
  const loaded = createDeferred<{ default: ComponentType<Props> }>()
  let isWaiting = ssrComponent === null
  const hydrateNow = async () => {
    loaded.resolve({ default: await load() })
    isWaiting = false
  }
  const Component = ssrComponent ?? lazy(() => loaded.promise)

  const LazyPart = (props: Props) => {
    const container = useRef<HTMLDivElement>(null)
    useEffect(() => {
      // bootstrap.ts holds back a click that came before this part was listening. A fragment may ask for something in the part,
      // such as the booking that a visitor began before the log-in.
      if (location.hash !== '' || container.current?.querySelector('[aria-busy=true]'))
        void hydrateNow().catch(() => {})
      const listeners = new AbortController()
      const stopListening = () => listeners.abort()
      const onInteraction = () => void hydrateNow().then(stopListening, () => {})
      // Capture phase, because React stops events inside boundaries that are not hydrated yet.
      for (const eventName of interactionEvents)
        addEventListener(eventName, onInteraction, { capture: true, passive: true, signal: listeners.signal })
      return stopListening
    }, [])
    return (
      <div className="lazy-part" ref={container}>
        <Suspense fallback={fallback}>
          <Component {...props} />
          <ReadySignal container={container} />
        </Suspense>
        <HeldNotice container={container} />
      </div>
    )
  }
  // A re-render from above would make React replace the server's HTML by the fallback, so new props wait for the code.
  const isSame = (before: Props, after: Props) => isWaiting || isShallowEqual(before, after)
  return { Part: memo(LazyPart, isSame), hydrateNow }
}
