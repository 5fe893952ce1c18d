import { ArrowRight, ChevronLeft, ChevronRight, Pause, Play } from 'lucide'
import { useState } from 'react'
import { Link } from 'react-router'
import { homeMessages } from '#web/i18n/en/home.ts'
import { toSellPath } from '#web/session/return-path.ts'
import { Picture } from '#web/ui/picture.tsx'
import { useReady } from '#web/ui/hydration/use-ready.ts'
import { useMessages, useSession } from '#web/context/app-context.ts'
import { slides, type Slide } from './slides.ts'
import { useSlides, type CarouselState } from './use-slides.ts'
import { Icon } from '#web/ui/icon.tsx'

const photoSizes = '(min-width: 48rem) max(57vw, 43rem), 100vw'

type SlideProps = { slide: Slide; index: number; isShown: boolean; hasPicture: boolean }

const SlideView = ({ slide, index, isShown, hasPicture }: SlideProps) => {
  const home = useMessages(homeMessages)
  const isReady = useReady()
  const isMember = useSession().state === 'member'
  const messages = home.slides[slide.messageKey]
  return (
    // Hidden slides are inert for keyboard and screen readers. Without JavaScript all slides can be scrolled to.
    <li
      className={`slide slide--${slide.tone}`}
      aria-roledescription={home.carousel.slideKind}
      aria-label={home.carousel.position(index + 1, slides.length)}
      inert={isReady && !isShown}
    >
      <div className="slide__photo">{hasPicture && <Picture src={slide.picture} alt="" sizes={photoSizes} />}</div>
      <div className="slide__text">
        <h2>{messages.title}</h2>
        <p>{messages.text}</p>
        <Link className="slide__go" to={slide.to ?? toSellPath(isMember)}>
          {messages.action}
          <Icon of={ArrowRight} size={20} />
        </Link>
      </div>
    </li>
  )
}

const Dots = ({ shown, goTo }: { shown: number; goTo: (index: number) => void }) => {
  const { carousel } = useMessages(homeMessages)
  return (
    <span className="dots">
      {slides.map(({ messageKey }, index) => (
        <button
          key={messageKey}
          type="button"
          aria-label={carousel.slide(index + 1)}
          aria-current={index === shown}
          onClick={() => goTo(index)}
        >
          <i />
        </button>
      ))}
    </span>
  )
}

const CarouselControls = ({ carouselState }: { carouselState: CarouselState }) => {
  const { carousel } = useMessages(homeMessages)
  const { shown, isPlaying, goTo, togglePlaying } = carouselState
  return (
    <div className="slides__tools needs-scripts">
      <div className="wrap">
        <button className="slides__btn" type="button" aria-label={carousel.previous} onClick={() => goTo(shown - 1)}>
          <Icon of={ChevronLeft} size={24} />
        </button>
        <Dots shown={shown} goTo={goTo} />
        <button className="slides__btn" type="button" aria-label={carousel.next} onClick={() => goTo(shown + 1)}>
          <Icon of={ChevronRight} size={24} />
        </button>
        <button
          className="slides__btn"
          type="button"
          aria-label={isPlaying ? carousel.pause : carousel.play}
          onClick={togglePlaying}
        >
          {isPlaying ? <Icon of={Pause} size={20} fill="currentColor" /> : <Icon of={Play} size={20} />}
        </button>
      </div>
    </div>
  )
}

/** Seven slides, 450 px tall, five seconds each (spec §9). */
export const Carousel = () => {
  const { carousel } = useMessages(homeMessages)
  const carouselState = useSlides(slides.length)
  const { viewRef, shown, isPlaying, pauseProps } = carouselState
  // The picture of the next slide is fetched while the present one is shown, and no more of them.
  const [pictures, setPictures] = useState(2)
  if (shown + 2 > pictures) setPictures(shown + 2)
  const tone = slides[shown]?.tone ?? 'paper'
  return (
    <section
      className={`slides slide--${tone}`}
      aria-roledescription={carousel.kind}
      aria-label={carousel.label}
      {...pauseProps}
    >
      <ul className="slides__row" ref={viewRef} aria-live={isPlaying ? 'off' : 'polite'}>
        {slides.map((slide, index) => (
          <SlideView
            key={slide.messageKey}
            slide={slide}
            index={index}
            isShown={index === shown}
            hasPicture={index < pictures}
          />
        ))}
      </ul>
      <CarouselControls carouselState={carouselState} />
    </section>
  )
}
