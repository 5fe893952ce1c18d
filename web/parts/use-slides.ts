import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react'
import { useEffect, useState } from 'react'

/** Spec §9: carousel interval. */
const intervalMs = 5_000

type Embla = NonNullable<UseEmblaCarouselType[1]>

export type Slides = {
  viewRef: UseEmblaCarouselType[0]
  shown: number
  isPlaying: boolean
  goTo: (index: number) => void
  goBack: () => void
  goOn: () => void
  playOrPause: () => void
}

const makePlugins = () => [
  // Plays only when it is told to; hovering and focusing hold it, and it goes on afterwards.
  Autoplay({ delay: intervalMs, playOnInit: false, stopOnInteraction: false, stopOnMouseEnter: true, stopOnFocusIn: true }),
]

const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

const useShown = (embla: Embla | undefined): number => {
  const [shown, setShown] = useState(0)
  useEffect(() => {
    if (!embla) return undefined
    const note = () => setShown(embla.selectedScrollSnap())
    embla.on('select', note).on('reInit', note)
    return () => void embla.off('select', note).off('reInit', note)
  }, [embla])
  return shown
}

/** Whether the slides move by themselves: not until the page is ready, never for those who asked for less motion. */
const usePlaying = (embla: Embla | undefined) => {
  const [isPlaying, setIsPlaying] = useState(true)
  useEffect(() => {
    if (wantsStillness()) setIsPlaying(false)
  }, [])
  useEffect(() => {
    const autoplay = embla?.plugins().autoplay
    if (isPlaying && !wantsStillness()) autoplay?.play()
    else autoplay?.stop()
  }, [embla, isPlaying])
  return { isPlaying, playOrPause: () => setIsPlaying(!isPlaying) }
}

/** The carousel's state and its buttons. */
export const useSlides = (): Slides => {
  const [plugins] = useState(makePlugins)
  const [viewRef, embla] = useEmblaCarousel({ loop: true, duration: 25 }, plugins)
  const jump = () => wantsStillness()
  return {
    viewRef,
    shown: useShown(embla),
    ...usePlaying(embla),
    goTo: (index) => embla?.scrollTo(index, jump()),
    goBack: () => embla?.scrollPrev(jump()),
    goOn: () => embla?.scrollNext(jump()),
  }
}
