// Testimonials of users and findings of a survey. Both are empty until there are real ones; the page then shows nothing.

/** A quotation from a user. */
export interface Testimonial {
  readonly text: string;
  readonly name: string;
}

/** A finding of a survey. */
export interface Finding {
  readonly title: string;
  readonly text: string;
}

export const TESTIMONIALS: readonly Testimonial[] = [];
export const SURVEY: readonly Finding[] = [];
