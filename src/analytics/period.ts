/** The dates of a report, fixed once when the inputs are read. */
export type Period =
  /** No dates are sent: the platform decides what it counts. */
  | { readonly kind: 'all' }
  | {
      readonly kind: 'dates';
      /** Inclusive. `YYYY-MM-DD` at midnight UTC, else an ISO 8601 instant in UTC. */
      readonly from: string;
      /** Exclusive. Likewise. */
      readonly to: string;
    };
