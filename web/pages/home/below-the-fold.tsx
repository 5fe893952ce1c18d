import { ContactSection } from './contact-section.tsx'
import { WhyChooseUs } from './why-choose-us.tsx'

/** The lower part of the home page, which a visit that only reads leaves as the server wrote it. */
export const BelowTheFold = () => (
  <>
    <WhyChooseUs />
    <ContactSection />
  </>
)
