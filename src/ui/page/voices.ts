// What users said, and what a survey found. It ships empty, and then the page shows nothing of it: nothing is invented.

/** What somebody said. */
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
