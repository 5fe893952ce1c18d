import { ContactSection } from './contact-section.tsx'
import { WhyChooseUs } from './why-choose-us.tsx'

/** The lower part of the home page; it is hydrated only when the visitor interacts with it. */
export const BelowTheFold = () => (
  <>
    <WhyChooseUs />
    <ContactSection />
  </>
)
