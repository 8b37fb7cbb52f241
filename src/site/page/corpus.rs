//! Pages with examples in every form that is known of the site's pages, with
//! invented text: what the readers are measured on.

use std::fmt::Write as _;

/// A page and the examples that a person finds in it.
pub struct Case {
    /// What is special about it, and a day that has this form, if there is one.
    pub shape: &'static str,
    /// The first article without its heading.
    pub one: &'static str,
    /// The second article; empty if the page shows one part.
    pub two: &'static str,
    /// Input, and the answers to both parts.
    pub examples: &'static [(&'static str, Option<&'static str>, Option<&'static str>)],
}

impl Case {
    /// The page as the site sends it to someone who has solved what it shows.
    pub fn html(&self) -> String {
        let answer = "<p>Your puzzle answer was <code>51</code>.</p>";
        let mut main = format!(
            "<article class=\"day-desc\"><h2>--- Day 3: Invented ---</h2>{}</article>\n",
            self.one
        );
        if !self.two.is_empty() {
            main += answer;
            let _ = writeln!(
                main,
                "<article class=\"day-desc\"><h2 id=\"part2\">--- Part Two ---</h2>{}</article>",
                self.two
            );
        }
        format!(
            "<!DOCTYPE html>\n<html lang=\"en-us\">\n<head>\n<title>Day 3 - Advent of Code \
             2020</title>\n</head><!--\n\n\n-->\n<body>\n<header><div><nav><ul><li><a \
             href=\"/2020/about\">[About]</a></li></ul></nav><div class=\"user\">someone <span \
             class=\"star-count\">31*</span></div></div></header>\n<div id=\"sidebar\"><div \
             id=\"sponsor\">For example: <pre><code>1 2 3</code></pre> is \
             <code><em>6</em></code></div></div>\n<main>\n{main}</main>\n</body>\n</html>\n"
        )
    }
}

/// Every form, in an order without meaning.
pub const CASES: &[Case] = &[
    Case {
        shape: "one input, one answer, taken up in part two (2020/1)",
        one: "<p>The crabs want a <a href=\"/2020/day/1\">sum</a> (your puzzle input).</p>\
              <p>For example, suppose their list has the following:</p>\
              <pre><code>17\n4\n3\n</code></pre>\
              <p>Here <code>17</code> and <code>4</code> meet; together they give \
              <code>17 * 4 = <em>68</em></code>.</p>\
              <p>Of course, your list is much longer. <em>What do you get?</em></p>",
        two: "<p>The crabs want three of them.</p><p>Using the above example again, all three \
              give <code><em>204</em></code>.</p><p><em>What is the product of three?</em></p>",
        examples: &[("17\n4\n3\n", Some("68"), Some("204"))],
    },
    Case {
        shape: "only part one is open",
        one: "<p>Here is an example:</p><pre><code>a\nb\n</code></pre><p>It counts \
              <em><code>2</code></em>.</p><p><em>How many are yours?</em></p>",
        two: "",
        examples: &[("a\nb\n", Some("2"), None)],
    },
    Case {
        shape: "traces behind the input, another input in part two (2020/22)",
        one: "<p>For example, consider the following starting decks:</p>\
              <pre><code>Crab 1:\n9\n2\n\nCrab 2:\n5\n8\n</code></pre>\
              <p>The first round goes like this:</p>\
              <pre><code>-- Round 1 --\nCrab 1's deck: 9, 2\nCrab 1 wins!\n</code></pre>\
              <p>The score is computed from all cards:</p>\
              <pre><code>   3 * 10\n+  2 *  9\n= 48\n</code></pre>\
              <p>So, once the game ends, the winner's score is <em><code>48</code></em>.</p>\
              <p><em>What is the winner's score?</em></p>",
        two: "<p>Here is an example of a small game that would never end without the new rule:</p>\
              <pre><code>Crab 1:\n43\n19\n\nCrab 2:\n2\n29\n</code></pre>\
              <p>A whole game of the other kind runs like this:</p>\
              <pre><code>=== Game 1 ===\n\n-- Round 1 (Game 1) --\nCrab 1's deck: 9, 2\n</code></pre>\
              <p>The score is computed as before. In this game it is \
              <em><code>37</code></em>.</p><p>Play the same two decks as before. <em>What is the \
              winner's score now?</em></p>",
        examples: &[("Crab 1:\n9\n2\n\nCrab 2:\n5\n8\n", Some("48"), Some("37"))],
    },
    Case {
        shape: "the answer within an expression, plain code behind it (2021/21)",
        one: "<p>For example, given these starts:</p><pre><code>Seat 1: 4\nSeat 2: 8\n</code></pre>\
              <p>This is how the game goes:</p><ul><li>Seat 1 rolls <code>1</code> and goes to \
              <code>10</code> for a total of <code>10</code>.</li><li>Seat 2 rolls \
              <code>4</code>.</li></ul><p>The loser had <code>745</code> points after \
              <code>993</code> rolls: <code>745 * 993 = <em>739785</em></code>.</p><p><em>What do \
              you get for your seats?</em></p>",
        two: "<p>Using the same starts as in the example above, seat 1 wins in \
              <code><em>444356092776315</em></code> worlds, while seat 2 wins in \
              <code>341960390180808</code> worlds only.</p><p><em>In how many worlds does that \
              seat win?</em></p>",
        examples: &[(
            "Seat 1: 4\nSeat 2: 8\n",
            Some("739785"),
            Some("444356092776315"),
        )],
    },
    Case {
        shape: "entities in input and answer",
        one: "<p>For example:</p><pre><code>a -&gt; b &amp; c\nb &lt;- &quot;c&quot;\n\
              </code></pre><p>The longest word is <code><em>b&gt;&amp;c</em></code>.</p>\
              <p><em>Which is yours?</em></p>",
        two: "",
        examples: &[("a -> b & c\nb <- \"c\"\n", Some("b>&c"), None)],
    },
    Case {
        shape: "a decoy before the input (2022/7)",
        one: "<p>You ask the device to update itself:</p><pre><code>$ update --please \
              --pretty-please\n<span title=\"sorry\">Error</span>: no room\n</code></pre>\
              <p>You look around and save what you see (your puzzle input). For example:</p>\
              <pre><code>$ cd /\n$ ls\ndir a\n148 b.txt\n</code></pre>\
              <p>The device's tree looks like this:</p><pre><code>- / (dir)\n  - a (dir)\n  - \
              b.txt (file, size=148)\n</code></pre><p>Here are the sizes:</p><ul><li>The size of \
              <code>a</code> is <em>584</em>.</li><li>The size of <code>/</code> is \
              <code>48381165</code>.</li></ul><p>The sum of those below <code>100000</code> is \
              <code><em>95437</em></code>. (As in this example, files count more than \
              once!)</p><p>Find all folders of at most 100000. <em>What is their sum?</em></p>",
        two: "<p>The disk has <code>70000000</code>.</p><p>In the example above, the folder to \
              delete is <code>d</code>, which is <code><em>24933642</em></code>.</p><p><em>What \
              is the size of yours?</em></p>",
        examples: &[(
            "$ cd /\n$ ls\ndir a\n148 b.txt\n",
            Some("95437"),
            Some("24933642"),
        )],
    },
    Case {
        shape: "inputs in a list, two for one answer (2015/1)",
        one: "<p>For example:</p><ul><li><code>(())</code> and <code>()()</code> both result in \
              <code>0</code>.</li><li><code>)))</code> results in <code>-3</code>.</li></ul>\
              <p>To what <em>floor</em> do they lead?</p>",
        two: "<p>For example:</p><ul><li><code>)</code> enters at position <code>1</code>.</li>\
              </ul><p>What is the <em>position</em>?</p>",
        examples: &[
            ("(())\n", Some("0"), None),
            ("()()\n", Some("0"), None),
            (")))\n", Some("-3"), None),
            (")\n", None, Some("1")),
        ],
    },
    Case {
        shape: "an input of one line and more of them in a list (2022/6)",
        one: "<p>For example, suppose you receive this:</p><pre><code>mjqjpqmgbl\n</code></pre>\
              <p>The first four letters are no marker, because <code>j</code> is there twice. The \
              first marker is complete after <code><em>7</em></code> letters.</p><p>Here are a \
              few more examples:</p><ul><li><code>bvwbjplbg</code>: first marker after letter \
              <code><em>5</em></code></li><li><code>nppdvjthq</code>: first marker after letter \
              <code><em>6</em></code></li></ul><p><em>How many letters are it for you?</em></p>",
        two: "<p>Messages begin with fourteen. Here they are for all of the above examples:</p>\
              <ul><li><code>mjqjpqmgbl</code>: first one after letter \
              <code><em>19</em></code></li><li><code>bvwbjplbg</code>: first one after letter \
              <code><em>23</em></code></li><li><code>nppdvjthq</code>: first one after letter \
              <code><em>24</em></code></li></ul><p><em>How many letters?</em></p>",
        examples: &[
            ("mjqjpqmgbl\n", Some("7"), Some("19")),
            ("bvwbjplbg\n", Some("5"), Some("23")),
            ("nppdvjthq\n", Some("6"), Some("24")),
        ],
    },
    Case {
        shape: "two examples with an answer each (2021/12)",
        one: "<p>For example:</p><pre><code>start-A\nA-end\n</code></pre><p>It has \
              <code><em>10</em></code> paths.</p><p>Here is a slightly larger example:</p>\
              <pre><code>start-B\nB-c\nc-end\n</code></pre><p>It has <code><em>19</em></code> \
              paths:</p><p><em>How many paths are there?</em></p>",
        two: "<p>Now the example above has <code>36</code> paths, and the slightly larger example \
              above has <code>103</code>.</p><p><em>How many now?</em></p>",
        examples: &[
            ("start-A\nA-end\n", Some("10"), Some("36")),
            ("start-B\nB-c\nc-end\n", Some("19"), Some("103")),
        ],
    },
    Case {
        shape: "a first example without an answer, then a larger one (2021/8)",
        one: "<p>The digits look like this:</p><pre><code> aaaa    ....\nb    c  .    c\n\
              </code></pre><p>For example, here is what a single entry looks like:</p>\
              <pre><code>acedgfb cdfbe | cdfeb fcadb\n</code></pre><p>Each entry has patterns and \
              output.</p><p>Here is a larger example:</p><pre><code>be cfbegad | \
              <em>fdgacbe</em> cefdb\nedbfga begcd | fcgedb <em>cgb</em>\n</code></pre><p>In the \
              output, there are <code><em>26</em></code> such digits.</p><p><em>How often do they \
              appear?</em></p>",
        two: "<p>Consider again the first example above:</p><pre><code>acedgfb cdfbe | cdfeb \
              fcadb\n</code></pre><p>Its value is <code>5353</code>. In the larger example above, \
              the values are:</p><ul><li><code>fdgacbe</code>: <code>8394</code></li></ul><p>The \
              sum is <code><em>61229</em></code>.</p><p><em>What is your sum?</em></p>",
        examples: &[(
            "be cfbegad | fdgacbe cefdb\nedbfga begcd | fcgedb cgb\n",
            Some("26"),
            Some("61229"),
        )],
    },
    Case {
        shape: "values emphasised that are not the answer (2020/10)",
        one: "<p>For example, suppose your bag had these:</p><pre><code>16\n10\n15\n</code></pre>\
              <p>There are <em>7</em> steps of 1 and <em>5</em> of 3.</p><p>Here is a larger \
              example:</p><pre><code>28\n33\n18\n42\n</code></pre><p>There are \
              <code><em>22</em></code> steps of 1 and <code><em>10</em></code> of 3.</p><p><em>What \
              is the product?</em></p>",
        two: "",
        examples: &[
            ("16\n10\n15\n", Some("35"), None),
            ("28\n33\n18\n42\n", Some("220"), None),
        ],
    },
    Case {
        shape: "part two with an input of its own (2023/1)",
        one: "<p>The newest document has lines of text (your puzzle input). For example:</p>\
              <pre><code>1abc2\npqr3stu8vwx\n</code></pre><p>In this example, the values are \
              <code>12</code> and <code>38</code>; together <code><em>50</em></code>.</p><p>Read \
              yours. <em>What is the sum?</em></p>",
        two: "<p>Some digits are words: <code>one</code>, <code>two</code>. Now find the real \
              ones. For example:</p><pre><code>two1nine\neightwothree\nabcone2\n</code></pre>\
              <p>In this example, the values are <code>29</code>, <code>83</code> and \
              <code>12</code>; together <code><em>124</em></code>.</p><p><em>What is the \
              sum?</em></p>",
        examples: &[
            ("1abc2\npqr3stu8vwx\n", Some("50"), None),
            ("two1nine\neightwothree\nabcone2\n", None, Some("124")),
        ],
    },
    Case {
        shape: "several examples in part one, an own one in part two (2023/8)",
        one: "<p>For example:</p><pre><code>RL\n\nAAA = (BBB, CCC)\n</code></pre><p>Starting with \
              <code>AAA</code>, you reach the end in <code><em>2</em></code> steps.</p><p>Of \
              course, it may take longer. Here is a second example:</p><pre><code>LLR\n\nAAA = (BBB, \
              BBB)\n</code></pre><p>It takes <code><em>6</em></code> steps.</p><p><em>How many \
              steps are required?</em></p>",
        two: "<p>There are many ghosts. For example:</p><pre><code>LR\n\n11A = (11B, XXX)\n\
              </code></pre><p>Here they proceed as follows:</p><ul><li>Step 0: at \
              <code>11A</code>.</li></ul><p>So it takes them <code><em>7</em></code> steps.</p>\
              <p><em>How many?</em></p>",
        examples: &[
            ("RL\n\nAAA = (BBB, CCC)\n", Some("2"), None),
            ("LLR\n\nAAA = (BBB, BBB)\n", Some("6"), None),
            ("LR\n\n11A = (11B, XXX)\n", None, Some("7")),
        ],
    },
    Case {
        shape: "parts of the input emphasised, part two similar to before (2024/3)",
        one: "<p>For example, consider the following memory:</p><pre><code>x<em>mul(2,4)</em>%&amp;\
              mul[3,7]<em>mul(5,5)</em>\n</code></pre><p>Only the <em>highlighted</em> ones count. \
              The sum is <code><em>33</em></code> (<code>2*4 + 5*5</code>).</p><p><em>What do you \
              get?</em></p>",
        two: "<p>There are two new instructions:</p><ul><li><code>do()</code> \
              <em>enables</em>.</li><li><code>don't()</code> <em>disables</em>.</li></ul><p>For \
              example:</p><pre><code>x<em>mul(2,4)</em>&amp;don't()mul(5,5)\n</code></pre><p>This \
              memory is similar to the example from before, but one is disabled.</p><p>The sum is \
              <code><em>8</em></code> (<code>2*4</code>).</p><p><em>What do you get now?</em></p>",
        examples: &[
            ("xmul(2,4)%&mul[3,7]mul(5,5)\n", Some("33"), None),
            ("xmul(2,4)&don't()mul(5,5)\n", None, Some("8")),
        ],
    },
    Case {
        shape: "no example (2015/20)",
        one: "<p>Elves visit houses. The first houses get this:</p><pre><code>House 1 got 10 \
              presents.\nHouse 2 got 30 presents.\n</code></pre><p>The first house is visited by \
              one elf: <code>1 * 10 = 10</code> presents.</p><p>What is the <em>lowest \
              number</em> of a house with your presents?</p>",
        two: "<p>They stop after fifty houses.</p><p>What is the <em>new lowest \
              number</em>?</p>",
        examples: &[],
    },
    Case {
        shape: "no example, facts in a block (2015/16)",
        one: "<p>The machine finds the following:</p><pre><code>children: 3\ncats: 7\n\
              </code></pre><p>What is the <em>number</em> of the aunt?</p>",
        two: "<p>The <code>cats</code> are ranges.</p><p>What is the real <em>number</em>?</p>",
        examples: &[],
    },
    Case {
        shape: "programs before and after in a list (2019/2)",
        one: "<p>For example, suppose you have this program:</p><pre><code>1,9,10,3,2,3,11,0,99,\
              30,40,50\n</code></pre><p>It becomes:</p><pre><code>1,9,10,<em>70</em>,2,3,11,0,99,\
              30,40,50\n</code></pre><p>Here are a few more examples:</p><ul><li>\
              <code>1,0,0,0,99</code> becomes <code><em>2</em>,0,0,0,99</code>.</li><li>\
              <code>2,3,0,3,99</code> becomes <code>2,3,0,<em>6</em>,99</code>.</li></ul>\
              <p><em>What value is left at position <code>0</code>?</em></p>",
        two: "",
        examples: &[],
    },
    Case {
        shape: "the input within a sentence (2015/4)",
        one: "<p>For example:</p><ul><li>If your secret key is <code>abcdef</code>, the answer is \
              <code>609043</code>, because the hash of <code>abcdef609043</code> starts with \
              <code>000001</code>.</li></ul>",
        two: "<p>Now find one that starts with <em>six zeroes</em>.</p>",
        examples: &[("abcdef\n", Some("609043"), None)],
    },
    Case {
        shape: "the input within a sentence, and traces (2020/23)",
        one: "<p>For example, suppose your labels were <code>389125467</code>. The first moves \
              would be:</p><pre><code>-- move 1 --\ncups: (3) 8  9\n</code></pre><p>In the above \
              example, after 10 moves, the labels are <code><em>92658374</em></code>. After 100 \
              moves, they are <code><em>67384529</em></code>.</p><p>Simulate 100 moves. <em>What \
              are the labels after cup <code>1</code>?</em></p>",
        two: "<p>Now there are a million. In the above example, the stars are under \
              <code>934001</code> and <code>159792</code>; together \
              <code><em>149245887792</em></code>.</p><p><em>What do you get?</em></p>",
        examples: &[("389125467\n", Some("67384529"), Some("149245887792"))],
    },
    Case {
        shape: "lists with emphasised steps before the answer (2022/3)",
        one: "<p>For example, suppose you have these:</p><pre><code>vJrwpWtw\njqHRNqRj\n\
              </code></pre><ul><li>The first has <code>vJrw</code> and <code>pWtw</code>; in both \
              is <code><em>w</em></code>.</li><li>The second has <code><em>R</em></code>.</li>\
              </ul><p>Their priorities are 23 and 44; the sum is \
              <code><em>67</em></code>.</p><p><em>What is the sum?</em></p>",
        two: "<p>Every three are a group. In the above example, the first group is:</p><pre><code>\
              vJrwpWtw\n</code></pre><p>The badge is <code>r</code>. The sum is \
              <code><em>70</em></code>.</p><p><em>What is that sum?</em></p>",
        examples: &[("vJrwpWtw\njqHRNqRj\n", Some("67"), Some("70"))],
    },
    Case {
        shape: "a question with another number than the example (2022/15)",
        one: "<p>For example:</p><pre><code>at x=2, y=18: near x=-2, y=15\n</code></pre><p>In the \
              row where <code>y=10</code>, there are <code><em>26</em></code> places.</p><p><em>In \
              the row where <code>y=2000000</code>, how many places are there?</em></p>",
        two: "<p>Your signal has coordinates up to 4000000. In the example above, the space is \
              smaller: at most <code>20</code>. Its frequency is \
              <code><em>56000011</em></code>.</p><p><em>What is its frequency?</em></p>",
        examples: &[(
            "at x=2, y=18: near x=-2, y=15\n",
            Some("26"),
            Some("56000011"),
        )],
    },
    Case {
        shape: "an example of a shorter run (2020/9)",
        one: "<p>After a preamble of 25 numbers, each is a sum. For example, suppose your preamble \
              is the numbers 1 to 25.</p><p>Here is a larger example which only looks at the \
              previous <em>5</em> numbers:</p><pre><code>35\n20\n15\n25\n47\n40\n127\n</code></pre>\
              <p>The first that is no sum is <code><em>127</em></code>.</p><p><em>What is the \
              first number that is not the sum of two of the 25 before it?</em></p>",
        two: "",
        examples: &[("35\n20\n15\n25\n47\n40\n127\n", Some("127"), None)],
    },
    Case {
        shape: "further examples in a list behind part two's answer (2020/13)",
        one: "<p>For example, suppose you have the following notes:</p><pre><code>939\n7,13,x,x,59\n\
              </code></pre><p>The bus is <code>59</code>, and you wait <code>944 - 939 = 5</code> \
              minutes: <code>59 * 5 = <em>295</em></code>.</p><p><em>What do you get?</em></p>",
        two: "<p>An <code>x</code> means any. In the example above, the earliest time is \
              <code><em>1068781</em></code>.</p><p>Here are some other examples:</p><ul><li>The \
              earliest for <code>17,x,13,19</code> is <code><em>3417</em></code>.</li><li>\
              <code>67,7,59,61</code> first occurs at <code><em>754018</em></code>.</li></ul>\
              <p><em>What is the earliest time?</em></p>",
        examples: &[("939\n7,13,x,x,59\n", Some("295"), Some("1068781"))],
    },
    Case {
        shape: "the same input shown again in part two",
        one: "<p>For example:</p><pre><code>abc\ndef\n</code></pre><p>That is \
              <code><em>6</em></code>.</p><p><em>How much is it?</em></p>",
        two: "<p>Here is an example again:</p><pre><code>abc\ndef\n</code></pre><p>Now it is \
              <em><code>12</code></em>.</p><p><em>How much now?</em></p>",
        examples: &[("abc\ndef\n", Some("6"), Some("12"))],
    },
    Case {
        shape: "grids before and after (2022/14)",
        one: "<p>For example:</p><pre><code>498,4 -&gt; 498,6\n503,4 -&gt; 502,4\n</code></pre>\
              <p>Drawing rock as <code>#</code>, this becomes:</p><pre><code>....+...\n..#....#\n\
              </code></pre><p>After 22 units of sand:</p><pre><code>....+...\n..#o...#\n\
              </code></pre><p>Once all <code><em>24</em></code> units rest, all further sand \
              flows out:</p><pre><code>....+...\n..#oo..#\n</code></pre><p>Simulate the sand. \
              <em>How many units come to rest?</em></p>",
        two: "<p>There is a floor. In the example above, it looks like this:</p><pre><code>\
              ....+...\n########\n</code></pre><p>It takes <code><em>93</em></code> units.</p>\
              <p><em>How many units come to rest?</em></p>",
        examples: &[("498,4 -> 498,6\n503,4 -> 502,4\n", Some("24"), Some("93"))],
    },
    Case {
        shape: "a grid as input, grids of the same kind as traces (2020/11)",
        one: "<p>For example, the first seats might look like this:</p><pre><code>L.LL\nLLLL\n\
              </code></pre><p>After one round, this becomes:</p><pre><code>#.##\n####\n\
              </code></pre><p>At this point nothing changes: you count <code><em>37</em></code> \
              seats.</p><p><em>How many seats are taken?</em></p>",
        two: "<p>Given the same starting layout as above, these rules cause the seats to shift \
              like this:</p><pre><code>L.LL\n####\n</code></pre><pre><code>#.L#\n####\n\
              </code></pre><p>You count <code><em>26</em></code> seats.</p><p><em>How many seats \
              are taken?</em></p>",
        examples: &[("L.LL\nLLLL\n", Some("37"), Some("26"))],
    },
    Case {
        shape: "a picture as the answer (2022/10)",
        one: "<p>Consider this larger program:</p><pre><code>addx 15\naddx -11\nnoop\n\
              </code></pre><p>The sum of these is <code><em>13140</em></code>.</p><p><em>What is \
              the sum of these six?</em></p>",
        two: "<p>Allowing it to run completely, the program above produces this:</p><pre><code>\
              ##..##..\n###...##\n</code></pre><p><em>What letters appear?</em></p>",
        examples: &[("addx 15\naddx -11\nnoop\n", Some("13140"), None)],
    },
    Case {
        shape: "an answer of several lines",
        one: "<p>For example:</p><pre><code>1 2\n3 4\n</code></pre><p>You see <code><em>#.#\n.#.\
              </em></code>.</p><p><em>What do you see?</em></p>",
        two: "",
        examples: &[("1 2\n3 4\n", Some("#.#\n.#."), None)],
    },
    Case {
        shape: "blanks at the beginning of the input (2022/5)",
        one: "<p>They draw the stacks (your puzzle input). For example:</p><pre><code>    [D]    \n\
              [N] [C]    \n 1   2   3 \n\nmove 1 from 2 to 1\n</code></pre><p>Then, in the first \
              step:</p><pre><code>[D]        \n[N] [C]    \n 1   2   3 \n</code></pre><p>So you \
              tell the elves <code><em>CMZ</em></code>.</p><p><em>Which crates are on \
              top?</em></p>",
        two: "<p>The crane is new. Again considering the example above, the crates begin like \
              this:</p><pre><code>    [D]    \n[N] [C]    \n 1   2   3 \n</code></pre><p>In the \
              end it is <code><em>MCD</em></code>.</p><p><em>Which crates are on top?</em></p>",
        examples: &[(
            "    [D]    \n[N] [C]    \n 1   2   3 \n\nmove 1 from 2 to 1\n",
            Some("CMZ"),
            Some("MCD"),
        )],
    },
    Case {
        shape: "an old page with plain values (2016/1)",
        one: "<p>For example:</p><ul><li>Following <code>R2, L3</code> leaves you <code>2</code> \
              blocks East, <code>5</code> away.</li><li><code>R5, L5</code> leaves you \
              <code>12</code> blocks away.</li></ul><p><em>How many blocks away</em> is it?</p>",
        two: "<p>For example, if your instructions are <code>R8, R4</code>, the first place is \
              <code>4</code> blocks away.</p><p>How many <em>blocks away</em> is it?</p>",
        examples: &[
            ("R2, L3\n", Some("5"), None),
            ("R5, L5\n", Some("12"), None),
            ("R8, R4\n", None, Some("4")),
        ],
    },
    Case {
        shape: "an input that nothing introduces, with an answer (2018/6)",
        one: "<p>The device gives you coordinates, which look like this:</p><pre><code>1, 1\n1, 6\n\
              </code></pre><p>Therefore, in this example, the area is <em>17</em>.</p><p><em>What \
              is the size</em> of it?</p>",
        two: "",
        examples: &[("1, 1\n1, 6\n", Some("17"), None)],
    },
    Case {
        shape: "several answers in the last paragraph",
        one: "<p>For example:</p><pre><code>1-3\n2-4\n</code></pre><p>The range goes from \
              <code><em>1</em></code> to <code><em>4</em></code>, which is 4 long.</p><p><em>How \
              long is it?</em></p>",
        two: "",
        examples: &[("1-3\n2-4\n", Some("4"), None)],
    },
    Case {
        shape: "several own examples in part two (2023/10)",
        one: "<p>For example:</p><pre><code>..F7.\n.FJ|.\n</code></pre><p>The farthest is \
              <code><em>8</em></code> away.</p><p><em>How many steps?</em></p>",
        two: "<p>For example:</p><pre><code>...........\n.S-------7.\n</code></pre><p>It encloses \
              <code><em>4</em></code> tiles.</p><p>Here's a larger example:</p><pre><code>\
              .F----7F7F7\n.|F--7||||F\n</code></pre><p>It has <code><em>10</em></code> \
              tiles.</p><p><em>How many are enclosed?</em></p>",
        examples: &[
            ("..F7.\n.FJ|.\n", Some("8"), None),
            ("...........\n.S-------7.\n", None, Some("4")),
            (".F----7F7F7\n.|F--7||||F\n", None, Some("10")),
        ],
    },
    Case {
        shape: "an input with text around it, before the introduced one",
        one: "<p>Your notes have ranges:</p><pre><code>1-3\n5-7\n</code></pre><p>For example, \
              consider a part of them:</p><pre><code>2-4\n8-9\n</code></pre><p>In total there are \
              <code><em>6</em></code>.</p><p><em>How many are in yours?</em></p>",
        two: "",
        examples: &[("1-3\n5-7\n", Some("6"), None)],
    },
    Case {
        shape: "instructions for a keypad (2016/2)",
        one: "<p>You picture a keypad like this:</p><pre><code>1 2 3\n4 5 6\n</code></pre>\
              <p>Suppose your instructions are:</p><pre><code>ULL\nRRDDD\n</code></pre><ul><li>You \
              move to <code>1</code>.</li></ul><p>So, in this example, the code is \
              <code><em>19</em></code>.</p><p>What is the <em>code</em>?</p>",
        two: "<p>The keypad is another one:</p><pre><code>  1\n2 3 4\n</code></pre><p>Given the \
              same instructions in the above example, the code is \
              <code><em>5D</em></code>.</p><p>What is the <em>code</em>?</p>",
        examples: &[("ULL\nRRDDD\n", Some("19"), Some("5D"))],
    },
    Case {
        shape: "expressions in a list (2020/18)",
        one: "<p>For example, the steps are as follows:</p><pre><code>1 + 2 * 3\n  3   * 3\n\
              </code></pre><p>Here are a few more examples:</p><ul><li><code>2 * 3 + (4 * 5)</code> \
              becomes <em><code>26</code></em>.</li><li><code>5 + (8 * 3)</code> becomes \
              <em><code>437</code></em>.</li></ul><p><em>What is the sum of your lines?</em></p>",
        two: "<p>Here are the other examples from above:</p><ul><li><code>2 * 3 + (4 * 5)</code> \
              becomes <em><code>46</code></em>.</li><li><code>5 + (8 * 3)</code> becomes \
              <em><code>1445</code></em>.</li></ul><p><em>What is the sum?</em></p>",
        examples: &[
            ("2 * 3 + (4 * 5)\n", Some("26"), Some("46")),
            ("5 + (8 * 3)\n", Some("437"), Some("1445")),
        ],
    },
    Case {
        shape: "packets in a list, explained values in part two (2021/16)",
        one: "<p>Here are a few more examples:</p><ul><li><code>8A004A80</code> represents a \
              packet; this has a sum of <code><em>16</em></code>.</li><li><code>620080</code> has a \
              sum of <code><em>12</em></code>.</li></ul><p><em>What is your sum?</em></p>",
        two: "<p>For example:</p><ul><li><code>C200B4</code> finds the sum of <code>1</code> and \
              <code>2</code>, resulting in <code><em>3</em></code>.</li></ul><p><em>What is the \
              value?</em></p>",
        examples: &[
            ("8A004A80\n", Some("16"), None),
            ("620080\n", Some("12"), None),
            ("C200B4\n", None, Some("3")),
        ],
    },
    Case {
        shape: "a question in code (2020/14)",
        one: "<p>For example, consider the following program:</p><pre><code>mask = XX1X\nmem[8] = \
              11\n</code></pre><p>The value is written with the mask:</p><pre><code>value:  0101  \
              (decimal 11)\nresult: 0<em>1</em>01  (decimal 73)\n</code></pre><p>In total \
              that is <code><em>165</em></code>.</p><p><em>What is the sum of what is not \
              <code>0</code>?</em></p>",
        two: "<p>For example, consider the following program:</p><pre><code>mask = 00XX\nmem[42] = \
              100\n</code></pre><p>The mask is applied:</p><pre><code>address: 0010  (decimal \
              42)\n</code></pre><p>The sum is <em><code>208</code></em>.</p><p><em>What is the \
              sum?</em></p>",
        examples: &[
            ("mask = XX1X\nmem[8] = 11\n", Some("165"), None),
            ("mask = 00XX\nmem[42] = 100\n", None, Some("208")),
        ],
    },
    Case {
        shape: "an example of the last day, whose part two has none",
        one: "<p>For example:</p><pre><code>1=-0-2\n12111\n</code></pre><p>The sum is \
              <code>4890</code>, or <code><em>2=-1=0</em></code>.</p><p><em>What number do you \
              supply?</em></p>",
        two: "<p>The machine makes a smoothie. You have enough stars to <a href=\"#\">[Start \
              it]</a>.</p>",
        examples: &[("1=-0-2\n12111\n", Some("2=-1=0"), None)],
    },
    Case {
        shape: "the same example's parts are answers to a smaller one",
        one: "<p>For example, suppose you have a small map:</p><pre><code>..#\n#..\n</code></pre>\
              <p>Here, after 6 steps, there are <code><em>16</em></code> plots.</p><p>The elf \
              wants 64 steps. <em>How many plots are reached in exactly 64 steps?</em></p>",
        two: "<p>The map repeats. In this example, here are some counts:</p><ul><li>In exactly 6 \
              steps, he reaches <code>16</code> plots.</li><li>In exactly 5000 steps, he reaches \
              <code><em>16733044</em></code> plots.</li></ul><p><em>How many plots in exactly \
              26501365 steps?</em></p>",
        examples: &[("..#\n#..\n", Some("16"), Some("16733044"))],
    },
    Case {
        shape: "answers before further inputs (2019/10)",
        one: "<p>For example, consider the following map:</p><pre><code>.#..#\n.....\n#####\n\
              </code></pre><p>The best place is <code>3,4</code>, where you see \
              <code><em>8</em></code>.</p><p>Here are some larger examples:</p><ul><li><p>Best is \
              <code>5,8</code> with <code><em>33</em></code> others:</p><pre><code>......#.#.\n\
              #..#.#....\n</code></pre></li><li><p>Best is <code>1,2</code> with \
              <code><em>35</em></code> others:</p><pre><code>#.#...#.#.\n.###....#.\n</code></pre>\
              </li></ul><p><em>How many others can be seen?</em></p>",
        two: "",
        examples: &[
            (".#..#\n.....\n#####\n", Some("8"), None),
            ("......#.#.\n#..#.#....\n", Some("33"), None),
            ("#.#...#.#.\n.###....#.\n", Some("35"), None),
        ],
    },
    Case {
        shape: "a drawing that is called an example",
        one: "<p>For example:</p><pre><code>0,9 -&gt; 5,9\n8,0 -&gt; 0,8\n</code></pre><p>Here is \
              an example drawing:</p><pre><code>.......1..\n..1....1..\n</code></pre><p>They \
              overlap in <code><em>5</em></code> points.</p><p><em>In how many points do yours \
              overlap?</em></p>",
        two: "<p>Here is another example drawing:</p><pre><code>1.1....11.\n.111...2..\n\
              </code></pre><p>They overlap in <code><em>12</em></code> points.</p><p><em>In how \
              many?</em></p>",
        examples: &[("0,9 -> 5,9\n8,0 -> 0,8\n", Some("5"), Some("12"))],
    },
    Case {
        shape: "a value about the real input behind the answer",
        one: "<p>For example:</p><pre><code>s1\nx3/4\n</code></pre><p>After one dance it is \
              <code><em>baedc</em></code>.</p><p>However, the real dance goes on: it has \
              <code><em>1000</em></code> rounds.</p><p><em>In what order do they stand?</em></p>",
        two: "",
        examples: &[("s1\nx3/4\n", Some("baedc"), None)],
    },
    Case {
        shape: "a value about a changed input behind the answer",
        one: "<p>For example:</p><pre><code>3\n4\n</code></pre><p>The sum is \
              <code><em>7</em></code>.</p><p>If the first line were <code>5</code>, it would be \
              <code><em>9</em></code>.</p><p><em>What is the sum?</em></p>",
        two: "",
        examples: &[("3\n4\n", Some("7"), None)],
    },
    Case {
        shape: "values after several numbers of steps",
        one: "<p>For example:</p><pre><code>..#\n.#.\n</code></pre><p>After 6 steps there are \
              <code><em>16</em></code> of them.</p><p>After 10 steps there are \
              <code><em>50</em></code>.</p><p><em>How many are there after 6 steps?</em></p>",
        two: "<p>In the example above, after 100 steps there are <code><em>6536</em></code>. After \
              500 steps it is <code><em>167004</em></code>.</p><p><em>How many are there after 100 \
              steps?</em></p>",
        examples: &[("..#\n.#.\n", Some("16"), Some("6536"))],
    },
    Case {
        shape: "code emphasised as a highlight, the answer is not code",
        one: "<p>For example:</p><pre><code>abcw\nwxyz\n</code></pre><p>In both is \
              <code><em>w</em></code>.</p><p>The sum of priorities is <em>157</em>.</p>\
              <p><em>What is the sum?</em></p>",
        two: "",
        examples: &[("abcw\nwxyz\n", Some("157"), None)],
    },
    Case {
        shape: "code emphasised as a highlight, the answer is plain code",
        one: "<p>For example:</p><pre><code>00100\n11110\n</code></pre><p>The most common bits are \
              <code><em>10110</em></code>.</p><p>The consumption is therefore \
              <code>198</code>.</p><p><em>What is the consumption?</em></p>",
        two: "",
        examples: &[("00100\n11110\n", Some("198"), None)],
    },
    Case {
        shape: "a trace of the same kind that is called an example",
        one: "<p>For example, suppose you have this map:</p><pre><code>..v.\n&gt;..&gt;\n</code></pre>\
              <p>Here is an example of how they move:</p><pre><code>.v..\n.&gt;.&gt;\n</code></pre>\
              <p>They stop after <code><em>58</em></code> moves.</p><p><em>When do they \
              stop?</em></p>",
        two: "",
        examples: &[("..v.\n>..>\n", Some("58"), None)],
    },
    Case {
        shape: "an own input in part two that only explains",
        one: "<p>For example:</p><pre><code>acc +1\njmp -4\n</code></pre><p>The value is \
              <code><em>5</em></code>.</p><p><em>What is the value?</em></p>",
        two: "<p>For example, this program never ends:</p><pre><code>jmp +1\njmp -1\n</code></pre>\
              <p>With the original one, changed in its last line, the value is \
              <code><em>8</em></code>.</p><p><em>What is the value?</em></p>",
        examples: &[("acc +1\njmp -4\n", Some("5"), Some("8"))],
    },
    Case {
        shape: "the answer within preformatted text",
        one: "<p>For example:</p><pre><code>x=1\ny=2\n</code></pre><p>This gives the \
              following:</p><pre><code>total: <em>3</em>\n</code></pre><p><em>What is the \
              total?</em></p>",
        two: "",
        examples: &[("x=1\ny=2\n", Some("3"), None)],
    },
    Case {
        shape: "part two has answers for both of its inputs (2020/7)",
        one: "<p>For example, consider the following rules:</p><pre><code>light red bags contain 1 \
              bag.\nblue bags contain none.\n</code></pre><p>So, in this example, the number of \
              colours is <code><em>4</em></code>.</p><p><em>How many colours?</em></p>",
        two: "<p>Consider again your rules from above: a gold bag holds <code><em>32</em></code> \
              others.</p><p>Here's another example:</p><pre><code>gold bags contain 2 red \
              bags.\n</code></pre><p>In this example, it is <code><em>126</em></code> \
              others.</p><p><em>How many bags are in yours?</em></p>",
        examples: &[
            (
                "light red bags contain 1 bag.\nblue bags contain none.\n",
                Some("4"),
                Some("32"),
            ),
            ("gold bags contain 2 red bags.\n", None, Some("126")),
        ],
    },
    Case {
        shape: "words and negative numbers as answers (2020/21)",
        one: "<p>For example, consider the following list:</p><pre><code>mxm kfc (contains \
              dairy)\ntrh fvj (contains fish)\n</code></pre><p>Counting them gives \
              <code><em>-5</em></code>.</p><p><em>How often do they appear?</em></p>",
        two: "<p>In the above example, arrange them:</p><ul><li><code>mxm</code> has \
              <code>dairy</code>.</li></ul><p>The list is <code><em>mxm,sqj,fvj</em></code>.</p>\
              <p><em>What is your list?</em></p>",
        examples: &[(
            "mxm kfc (contains dairy)\ntrh fvj (contains fish)\n",
            Some("-5"),
            Some("mxm,sqj,fvj"),
        )],
    },
    Case {
        shape: "a question within the emphasis, plain values only (2015/7)",
        one: "<p>For example, here is a simple circuit:</p><pre><code>123 -&gt; x\n456 -&gt; \
              y\n</code></pre><p>After it is run, these are the signals:</p><pre><code>d: 72\n\
              x: 123\n</code></pre><p>Here <code>d</code> is <code>72</code>.</p><p><em>What is \
              the signal on wire <code>a</code>?</em></p>",
        two: "<p>Override wire <code>b</code>. <em>What is now on wire <code>a</code>?</em></p>",
        examples: &[("123 -> x\n456 -> y\n", Some("72"), None)],
    },
    Case {
        shape: "two values in the last paragraph, of which the last is it (2021/3)",
        one: "<p>For example, given this report:</p><pre><code>00100\n11110\n</code></pre><p>The \
              first is <code>10110</code>, or <code><em>22</em></code>.</p><p>The second is \
              <code><em>9</em></code>. Together they are <code><em>198</em></code>.</p>\
              <p><em>What is the product?</em></p>",
        two: "",
        examples: &[("00100\n11110\n", Some("198"), None)],
    },
    Case {
        shape: "rules alone, then rules with messages (2020/19)",
        one: "<p>For example:</p><pre><code>0: 1 2\n1: &quot;a&quot;\n</code></pre><p>Some rules \
              have a choice.</p><p>Here's a more interesting example:</p><pre><code>0: 4 1 5\n4: \
              &quot;b&quot;\n\nabbb\nbaba\n</code></pre><p>So the number of messages that match \
              is <code><em>2</em></code>.</p><p><em>How many match?</em></p>",
        two: "<p>Rules <code>8</code> and <code>11</code> change. For example:</p><pre><code>42: 9 \
              14\n9: &quot;a&quot;\n\nabbb\n</code></pre><p>Without the change, <code>3</code> \
              match; with it, <code><em>12</em></code> do.</p><p><em>How many match \
              now?</em></p>",
        examples: &[
            ("0: 4 1 5\n4: \"b\"\n\nabbb\nbaba\n", Some("2"), None),
            ("42: 9 14\n9: \"a\"\n\nabbb\n", None, Some("12")),
        ],
    },
    Case {
        shape: "parameters in the introduction (2020/17)",
        one: "<p>For example, consider the following initial state:</p><pre><code>.#.\n..#\n###\n\
              </code></pre><p>Simulating a few cycles looks like this:</p><pre><code>Before any \
              cycles:\n\nz=0\n.#.\n</code></pre><p>After the full six cycles, there are \
              <code><em>112</em></code> left.</p><p>Simulate six cycles. <em>How many are left \
              after the sixth cycle?</em></p>",
        two: "<p>Now there are four dimensions. Again simulating the same initial state as above, \
              it looks like this:</p><pre><code>z=0, w=0\n.#.\n</code></pre><p>After six cycles \
              there are <code><em>848</em></code>.</p><p><em>How many are left?</em></p>",
        examples: &[(".#.\n..#\n###\n", Some("112"), Some("848"))],
    },
    Case {
        shape: "an example in prose, then one in a block",
        one: "<p>For example, <code>3,9</code> gives <code><em>12</em></code>.</p><p>Suppose you \
              have these lines:</p><pre><code>1,2\n3,4\n</code></pre><p>They give \
              <code><em>10</em></code>.</p><p><em>What do yours give?</em></p>",
        two: "<p>Now they are multiplied; the same lines give <code><em>24</em></code>.</p>\
              <p><em>What is it now?</em></p>",
        examples: &[("1,2\n3,4\n", Some("10"), Some("24"))],
    },
    Case {
        shape: "a dense text and what it stands for (2024/9)",
        one: "<p>The map uses a dense format. For example:</p><pre><code>2333133121414131402\n\
              </code></pre><p>A map like <code>12345</code> is a file of one block and so \
              on.</p><p>Using one character for each block, the map <code>12345</code> stands for \
              these blocks:</p><pre><code>0..111....22222\n</code></pre><p>The first example above, \
              <code>2333133121414131402</code>, stands for these blocks:</p>\
              <pre><code>00...111...2...333.44.5555.6666.777.888899\n</code></pre><p>For the map \
              <code>12345</code>, moving goes like this:</p><pre><code>0..111....22222\n02.111....2222.\n\
              </code></pre><p>The first example requires a few more steps:</p>\
              <pre><code>00...111...2...333.44.5555.6666.777.888899\n0099811188827773336446555566....\n\
              </code></pre><p>Continuing the first example, the first products are <code>0 * 0 = \
              0</code> and <code>1 * 0 = 0</code>. In this example, the checksum is their sum, \
              <code><em>1928</em></code>.</p><p><em>What is the checksum?</em></p>",
        two: "<p>The first example from above now goes differently:</p>\
              <pre><code>00...111...2...333.44.5555.6666.777.888899\n\
              </code></pre><p>The checksum would be <code><em>2858</em></code>.</p><p><em>What is \
              it now?</em></p>",
        examples: &[("2333133121414131402\n", Some("1928"), Some("2858"))],
    },
    Case {
        shape: "a larger example, then a smaller one, answers at the end (2024/15)",
        one: "<p>For example:</p><pre><code>####\n#O.#\n#.@#\n####\n\n&lt;^^&gt;v\n</code></pre><p>As \
              the robot moves, it may push boxes.</p><p>Here is a smaller example to get \
              started:</p><pre><code>###\n#@#\n###\n\n&lt;v\n</code></pre><p>Were it to move, it \
              would look like this:</p><pre><code>Move &lt;:\n###\n#@#\n###\n</code></pre><p>The \
              larger example has many more moves; after them it looks like this:</p>\
              <pre><code>####\n#.O#\n#@.#\n####\n</code></pre><p>The larger example has the sum \
              <code><em>10092</em></code>. In the smaller example, the sum is \
              <code><em>2028</em></code>.</p><p><em>What is the sum?</em></p>",
        two: "",
        examples: &[
            ("####\n#O.#\n#.@#\n####\n\n<^^>v\n", Some("10092"), None),
            ("###\n#@#\n###\n\n<v\n", Some("2028"), None),
        ],
    },
    Case {
        shape: "the same, with a paragraph for each answer",
        one: "<p>For example:</p><pre><code>####\n#O.#\n####\n\n&lt;^^&gt;v\n</code></pre><p>Here is \
              a smaller example to get started:</p><pre><code>###\n#@#\n###\n\n&lt;v\n</code></pre>\
              <p>In the smaller example, the sum is <code><em>2028</em></code>.</p><p>The larger \
              example has the sum <code><em>10092</em></code>.</p><p><em>What is the sum?</em></p>",
        two: "",
        examples: &[
            ("####\n#O.#\n####\n\n<^^>v\n", Some("10092"), None),
            ("###\n#@#\n###\n\n<v\n", Some("2028"), None),
        ],
    },
    Case {
        shape: "a smaller example whose answer is told with the larger one's",
        one: "<p>For example:</p><pre><code>1 2\n3 4\n</code></pre><p>Consider also this larger \
              example:</p><pre><code>1 2 3\n4 5 6\n7 8 9\n</code></pre><p>In the first example, the \
              sum is <code><em>10</em></code>.</p><p><em>What is the sum?</em></p>",
        two: "",
        examples: &[("1 2\n3 4\n", Some("10"), None)],
    },
    Case {
        shape: "a list of small programs, then one to run, an own one in part two (2024/17)",
        one: "<p>Here are some examples of instructions:</p><ul><li>If <code>C</code> has \
              <code>9</code>, the program <code>2,6</code> sets <code>B</code> to \
              <code>1</code>.</li><li>If <code>A</code> has <code>10</code>, the program \
              <code>5,0,5,1,5,4</code> writes <code>0,1,2</code>.</li></ul><p>For example, suppose \
              you have this program:</p><pre><code>A: 729\nB: 0\n\nProgram: 0,1,5,4,3,0\n\
              </code></pre><p>Its output is <code><em>4,6,3,5,6,3,5,2,1,0</em></code>.</p><p><em>What \
              do you get if you use commas to join its output?</em></p>",
        two: "<p>For example:</p><pre><code>A: 2024\nB: 0\n\nProgram: 0,3,5,4,3,0\n</code></pre>\
              <p>This program copies itself if <code>A</code> is <code>117440</code> instead. (The \
              original value <code>2024</code> is ignored.)</p><p><em>What is the lowest value that \
              makes it copy itself?</em></p>",
        examples: &[
            (
                "A: 729\nB: 0\n\nProgram: 0,1,5,4,3,0\n",
                Some("4,6,3,5,6,3,5,2,1,0"),
                None,
            ),
            (
                "A: 2024\nB: 0\n\nProgram: 0,3,5,4,3,0\n",
                None,
                Some("117440"),
            ),
        ],
    },
    Case {
        shape: "three examples, the first two named by their order (2024/12)",
        one: "<p>For example:</p><pre><code>AAAA\nBBCD\nBBCC\nEEEC\n</code></pre><p>This has five \
              regions.</p><p>Plants of one kind may be apart. For example:</p>\
              <pre><code>OOOOO\nOXOXO\nOOOOO\n</code></pre><p>In the first example, region \
              <code>A</code> costs <code>4 * 10 = 40</code>, so the total is \
              <code><em>140</em></code>.</p><p>In the second example, the total is <code>756 + 4 = \
              <em>772</em></code>.</p><p>Here's a larger example:</p><pre><code>RRRRIICCFF\nRRRRIICCCF\n\
              </code></pre><p>It contains:</p><ul><li>A region of <code>R</code> plants with price \
              <code>12 * 18 = 216</code>.</li></ul><p>So, it has a total price of \
              <code><em>1930</em></code>.</p><p><em>What is the total?</em></p>",
        two: "<p>The first example would cost <code><em>80</em></code>.</p><p>The second example \
              above would cost <code><em>436</em></code>.</p><p>Here's a map that includes an \
              E:</p><pre><code>EEEEE\nEXXXX\nEEEEE\n</code></pre><p>It would cost \
              <code><em>236</em></code>.</p><p>The larger example from before now costs \
              <code><em>1206</em></code>.</p><p><em>What is the new total?</em></p>",
        examples: &[
            ("AAAA\nBBCD\nBBCC\nEEEC\n", Some("140"), Some("80")),
            ("OOOOO\nOXOXO\nOOOOO\n", Some("772"), Some("436")),
            ("RRRRIICCFF\nRRRRIICCCF\n", Some("1930"), Some("1206")),
        ],
    },
    Case {
        shape: "a table of numbers before the input (2022/25)",
        one: "<p>You find a table that may help:</p><pre><code>  Decimal  SNAFU\n        1      1\n        \
              3     1=\n</code></pre><p>You make a list of the fuel (your puzzle input). For \
              example:</p><pre><code>1=-0-2\n12111\n2=0=\n</code></pre><p>The Elves can convert it to \
              decimal:</p><pre><code> SNAFU  Decimal\n1=-0-2     1747\n 12111      906\n\
              </code></pre><p>In decimal, the sum of these numbers is <code>4890</code>.</p><p>As you \
              go to enter it, you need the SNAFU number. You write <code><em>2=-1=0</em></code>, the \
              number that means <code>4890</code>.</p><p><em>What number do you enter?</em></p>",
        two: "",
        examples: &[("1=-0-2\n12111\n2=0=\n", Some("2=-1=0"), None)],
    },
    Case {
        shape: "a longer example only for part two, the small one's answer told too (2022/9)",
        one: "<p>For example:</p><pre><code>R 4\nU 4\nL 3\n</code></pre><p>It goes like \
              this:</p><pre><code>== Initial State ==\n\n......\n</code></pre><p>There are \
              <code><em>13</em></code> positions the tail visited.</p><p><em>How many does it \
              visit?</em></p>",
        two: "<p>Here is what happens with the same moves and ten knots:</p><pre><code>== Initial \
              State ==\n\n......\n</code></pre><p>The tail never moves, so it visits \
              <code><em>1</em></code>.</p><p>Here's a larger example:</p><pre><code>R 5\nU 8\nL 8\nD 3\n\
              </code></pre><p>These motions occur as follows:</p><pre><code>== R 5 ==\n\n......\n\
              </code></pre><p>Now, the tail visits <code><em>36</em></code> positions.</p><p><em>How \
              many does it visit?</em></p>",
        examples: &[
            ("R 4\nU 4\nL 3\n", Some("13"), Some("1")),
            ("R 5\nU 8\nL 8\nD 3\n", None, Some("36")),
        ],
    },
    Case {
        shape: "orbits and a picture, an own map in part two (2019/6)",
        one: "<p>For example, suppose you have the following map:</p><pre><code>COM)B\nB)C\nC)D\n\
              </code></pre><p>Visually, the above map looks like this:</p><pre><code>COM - B - C - \
              D\n</code></pre><p>The total here is <code><em>42</em></code>.</p><p><em>What is the \
              total?</em></p>",
        two: "<p>For example, suppose you have the following map:</p><pre><code>COM)B\nB)C\nC)D\nK)YOU\n\
              I)SAN\n</code></pre><p>Visually, it looks like this:</p><pre><code>COM - B - C - \
              YOU\n</code></pre><p>In this example, a minimum of <code>4</code> transfers is \
              needed:</p><ul><li><code>K</code> to <code>J</code></li></ul><p>Afterward, the map \
              is:</p><pre><code>COM - B - C - SAN\n</code></pre><p><em>What is the \
              minimum?</em></p>",
        examples: &[
            ("COM)B\nB)C\nC)D\n", Some("42"), None),
            ("COM)B\nB)C\nC)D\nK)YOU\nI)SAN\n", None, Some("4")),
        ],
    },
    Case {
        shape: "two circuits, another kind in part two (2024/24)",
        one: "<p>For example, consider:</p><pre><code>x00: 1\ny00: 0\n\nx00 AND y00 -&gt; z00\n\
              </code></pre><p>This is the binary number <code>100</code>, in decimal \
              <code><em>4</em></code>.</p><p>Here's a larger example:</p><pre><code>x00: 1\nx01: 0\n\
              y00: 1\n\nx00 XOR y00 -&gt; z00\nx01 AND y00 -&gt; z01\n</code></pre><p>Combining the \
              bits gives <code><em>2024</em></code>.</p><p><em>What number do they give?</em></p>",
        two: "<p>For example, if there were a circuit that should find the AND of two \
              numbers:</p><pre><code>x00: 0\ny00: 0\n\nx00 AND y00 -&gt; z05\n</code></pre><p>In this \
              example, the sorted wires are <code><em>z00,z01,z02,z05</em></code>.</p><p><em>What do \
              you get?</em></p>",
        examples: &[
            ("x00: 1\ny00: 0\n\nx00 AND y00 -> z00\n", Some("4"), None),
            (
                "x00: 1\nx01: 0\ny00: 1\n\nx00 XOR y00 -> z00\nx01 AND y00 -> z01\n",
                Some("2024"),
                None,
            ),
            (
                "x00: 0\ny00: 0\n\nx00 AND y00 -> z05\n",
                None,
                Some("z00,z01,z02,z05"),
            ),
        ],
    },
    Case {
        shape: "criteria listed behind part two's answer (2021/17)",
        one: "<p>For example:</p><pre><code>target area: x=20..30, y=-10..-5\n</code></pre><p>Here is \
              a throw:</p><pre><code>.............#....#............\n</code></pre><p>In the above \
              example, a throw of <code>6,9</code> reaches <code>y=<em>45</em></code>.</p><p><em>What is \
              the highest y?</em></p>",
        two: "<p>In the above example, there are <code><em>112</em></code> throws that meet these \
              criteria:</p><pre><code>23,-10  25,-9\n29,-10  27,-6\n</code></pre><p><em>How many are \
              there?</em></p>",
        examples: &[(
            "target area: x=20..30, y=-10..-5\n",
            Some("45"),
            Some("112"),
        )],
    },
    Case {
        shape: "a picture's column, other carts in part two (2018/13)",
        one: "<p>Here is a longer example:</p><pre><code>/-&gt;-\\        \n|   |  /----\\\n| /-+--+-\\  |\n\
              </code></pre><p>After following their paths, they crash at <code>7,3</code>. For \
              example:</p><pre><code>|\nv\n|\n^\n|\n</code></pre><p>In this example, it is \
              <code><em>0,3</em></code>.</p><p><em>Where is the first crash?</em></p>",
        two: "<p>For example:</p><pre><code>/&gt;-&lt;\\  \n|   |  \n\\-&gt;-/\n</code></pre><p>After four \
              crashes the last is at <code>6,4</code>.</p><p><em>Where is the last?</em></p>",
        examples: &[("|\nv\n|\n^\n|\n", Some("0,3"), None)],
    },
    Case {
        shape: "an amount for several numbers of steps, the last one emphasised",
        one: "<p>For example:</p><pre><code>..#\n#..\n</code></pre><p>After <code>6</code> steps, \
              <code>16</code> are reached; after <code>10</code> steps, \
              <code><em>50</em></code>.</p><p><em>How many are reached in exactly 64 \
              steps?</em></p>",
        two: "",
        examples: &[],
    },
    Case {
        shape: "part two asks for more of the same example's rounds (2022/11)",
        one: "<p>For example:</p><pre><code>Monkey 0:\n  Items: 79, 98\n</code></pre><p>After 20 rounds \
              the level is <code>101 * 105 = <em>10605</em></code>.</p><p><em>What is it after 20 \
              rounds?</em></p>",
        two: "<p>With these rules, after 20 rounds it is <code>99 * 103 = 10197</code>.</p><p>After \
              10000 rounds it is <code>52166 * 52013 = <em>2713310158</em></code>.</p><p><em>What is \
              it after 10000 rounds?</em></p>",
        examples: &[(
            "Monkey 0:\n  Items: 79, 98\n",
            Some("10605"),
            Some("2713310158"),
        )],
    },
];
