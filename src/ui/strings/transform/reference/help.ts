// A short explanation of each language.

import type { QueryLanguage } from '../../../../shared/protocol/query.ts';

/** Sentences under a heading. */
export interface HelpSection {
  readonly title: string;
  readonly sentences: readonly string[];
}

/** The part of a language's help that does not depend on the document. */
interface HelpText {
  readonly sections: readonly HelpSection[];
  /** Address of the language's documentation. */
  readonly reference: string;
}

const CODE: HelpSection = {
  title: 'How it works',
  sentences: [
    'Define a function "query": it gets the data, and what it returns is the result.',
    'Between its braces any JavaScript will do: variables, loops, functions of your own.',
    'It runs apart from this page, without access to the network or to your documents.',
  ],
};

const MISSING_IN_CODE: HelpSection = {
  title: 'What is missing',
  sentences: [
    'item?.a.b is undefined where there is no item; item?.a?.b also where there is no a.',
    'a === b compares kind and value; a == null holds for null and for what is missing.',
  ],
};

export const HELP_TEXTS: Readonly<Record<QueryLanguage, HelpText>> = {
  javascript: {
    sections: [CODE, MISSING_IN_CODE],
    reference: 'https://developer.mozilla.org/docs/Web/JavaScript/Reference',
  },
  lodash: {
    sections: [
      CODE,
      {
        title: 'Lodash',
        sentences: [
          'Its functions are members of _ and take the data first.',
          "Where they take a function they take a path too: 'address.city'.",
          '_.chain(data) lets calls follow each other; .value() ends them.',
        ],
      },
      MISSING_IN_CODE,
    ],
    reference: 'https://lodash.com/docs',
  },
  jmespath: {
    sections: [
      {
        title: 'How it works',
        sentences: [
          'A path leads to a value: a.b, "key with spaces".c, list[0].',
          '@ is the value at hand, and | hands a result on to the next expression.',
          'list[*].a takes a of every item, and leaves out where it is null.',
          '[?test] keeps items, {key: expression} makes an object, [a, b] an array.',
        ],
      },
      {
        title: 'Values',
        sentences: [
          "Texts stand between single quotes: 'text'.",
          'Numbers, true and other JSON stand between backticks: `10`, `true`, `null`.',
          'What is missing is null. Only numbers can be compared by < and >.',
          '&& and || and ! combine tests; null, false and what is empty count as no.',
        ],
      },
    ],
    reference: 'https://jmespath.site',
  },
  jsonpath: {
    sections: [
      {
        title: 'How it works',
        sentences: [
          'A path begins with $, the value that is queried, and selects values; it changes none.',
          ".name or ['name'] leads to a member, [0] to an item, [*] to all, .. to any depth.",
          'What it selects stands in an array, in the order of the document.',
        ],
      },
      {
        title: 'Filters',
        sentences: [
          '[?test] selects the items for which a test holds; @ is the item.',
          '@.a alone asks whether there is an a, whatever it is.',
          'Texts stand in quotes of either kind; && and || and ! combine tests.',
          'Numbers are ordered with numbers and texts with texts; anything else is not.',
        ],
      },
    ],
    reference: 'https://www.rfc-editor.org/rfc/rfc9535',
  },
  jsonquery: {
    sections: [
      {
        title: 'How it works',
        sentences: [
          'Functions follow each other with | between: each gets the result of the one before.',
          '.name is a property, .a.b one inside another, ."key with spaces" any.',
          'get() is the value itself, { a: .b } makes an object and [.a, .b] an array.',
        ],
      },
      {
        title: 'Values',
        sentences: [
          'Texts stand between double quotes; numbers, true, false and null are written as in JSON.',
          'What is missing is null.',
          '+ - * / % ^ and == != < <= > >= work on values, and, or, not on tests, in on a list.',
        ],
      },
    ],
    reference: 'https://jsonquerylang.org/docs',
  },
  jq: {
    sections: [
      {
        title: 'How it works',
        sentences: [
          'A filter makes any number of results of its input; | feeds each of them to the next.',
          '. is the input, .a a member, ."key with spaces" any, .[0] an item, .[] all of them.',
          'Several results, or none, stand in an array here; [f] gathers them in the query.',
          '{a, b: .c} makes an object; "\\(.a) and more" puts values into a text.',
        ],
      },
      {
        title: 'Values',
        sentences: [
          'What is missing is null; .a of what is no object is an error, and .a? is nothing.',
          'Order goes across kinds: null, false, true, numbers, strings, arrays, objects.',
          'a // b is b where a is null or false.',
          'jq writes all numbers anew.',
        ],
      },
    ],
    reference: 'https://jqlang.org/manual/v1.8',
  },
};
